import { ESLintUtils, TSESTree, type TSESLint } from '@typescript-eslint/utils'

const { AST_NODE_TYPES: Type } = TSESTree

const TIMERS: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
const LISTENERS: ReadonlySet<string> = new Set([
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'addEventListener',
])
/** A promise's own functions never throw. */
const SETTLERS: ReadonlySet<string> = new Set(['resolve', 'reject'])

type Context = Readonly<TSESLint.RuleContext<'bare', []>>

/**
 * A callback of a timer or an event must be `guarded(…)` (src-server/contract/guarded.ts): nobody above it
 * catches its errors. Allowed besides: a promise's own `resolve` and `reject`, a function without a
 * statement, a name of a guarded callback. A line that has another reason says so where it disables the rule.
 */
export const guardedCallbacks = ESLintUtils.RuleCreator.withoutDocs<[], 'bare'>({
  meta: {
    type: 'problem',
    schema: [],
    defaultOptions: [],
    messages: { bare: 'Wrap the callback in guarded(…): nobody above it catches its errors.' },
  },
  create: (context) => ({
    CallExpression(node) {
      const callback = callbackOf(node)
      if (callback !== undefined && !isSafe(context, callback))
        context.report({ node: callback, messageId: 'bare' })
    },
  }),
})

/** @returns undefined for a call that is given no callback of a timer or an event */
function callbackOf({ callee, arguments: given }: TSESTree.CallExpression): TSESTree.Node | undefined {
  if (callee.type === Type.Identifier && TIMERS.has(callee.name)) return given[0]
  if (callee.type !== Type.MemberExpression || callee.property.type !== Type.Identifier) return undefined
  const { name } = callee.property
  if (name === 'nextTick') return given[0]
  const [event, listener] = given
  return LISTENERS.has(name) && event !== undefined && isEventName(event) ? listener : undefined
}

/** Other libraries have an `on` for other things. An event's name is a text, or a variable. */
function isEventName(node: TSESTree.Node): boolean {
  return node.type === Type.Identifier || (node.type === Type.Literal && typeof node.value === 'string')
}

function isSafe(context: Context, callback: TSESTree.Node): boolean {
  switch (callback.type) {
    case Type.CallExpression:
      return callback.callee.type === Type.Identifier && callback.callee.name === 'guarded'
    case Type.ArrowFunctionExpression:
    case Type.FunctionExpression:
    case Type.FunctionDeclaration:
      return isEmpty(callback)
    case Type.Identifier:
      return SETTLERS.has(callback.name) || isNamedSafely(context, callback)
    case Type.MemberExpression:
      return isSafeMember(context, callback)
    default:
      return false
  }
}

function isEmpty({ body }: { readonly body: TSESTree.Node | null }): boolean {
  if (body?.type === Type.BlockStatement) return body.body.length === 0
  return body?.type === Type.Identifier && body.name === 'undefined'
}

/** Whether the name belongs to a safe function of this file. */
function isNamedSafely(context: Context, name: TSESTree.Identifier): boolean {
  let scope: TSESLint.Scope.Scope | null = context.sourceCode.getScope(name)
  for (; scope !== null; scope = scope.upper) {
    const node = scope.set.get(name.name)?.defs[0]?.node
    if (node === undefined) continue
    if (node.type === Type.FunctionDeclaration) return isEmpty(node)
    if (node.type === Type.VariableDeclarator && node.init !== null) return isSafe(context, node.init)
    return false
  }
  return false
}

/** Whether `this.x` is set to a safe function where its class declares it, or in its constructor. */
function isSafeMember(context: Context, { object, property }: TSESTree.MemberExpression): boolean {
  if (object.type !== Type.ThisExpression) return false
  const name = context.sourceCode.getText(property)
  for (const ancestor of context.sourceCode.getAncestors(property)) {
    if (ancestor.type !== Type.ClassBody) continue
    const values = ancestor.body.flatMap((member) => valuesOf(context, member, name))
    return values.length > 0 && values.every((value) => isSafe(context, value))
  }
  return false
}

/** The values that a member of a class gives to `this.x`: a property's value, or an assignment in the constructor. */
function valuesOf(context: Context, member: TSESTree.ClassElement, name: string): TSESTree.Node[] {
  if (member.type === Type.PropertyDefinition)
    return context.sourceCode.getText(member.key) === name && member.value !== null ? [member.value] : []
  if (member.type !== Type.MethodDefinition || member.kind !== 'constructor') return []
  return (member.value.body?.body ?? []).flatMap((statement) =>
    statement.type === Type.ExpressionStatement &&
    statement.expression.type === Type.AssignmentExpression &&
    context.sourceCode.getText(statement.expression.left) === `this.${name}`
      ? [statement.expression.right]
      : [],
  )
}
