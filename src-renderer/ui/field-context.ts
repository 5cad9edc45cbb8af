import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'

/** What a control needs from the FormField around it: its id, what describes it, whether its value was refused. */
export interface FieldContext {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
}

const KEY: InjectionKey<ComputedRef<FieldContext>> = Symbol('field')

export function provideField(context: ComputedRef<FieldContext>): void {
  provide(KEY, context)
}

/** undefined outside a FormField: the control then names itself by its `label`. */
export function useField(): ComputedRef<FieldContext> | undefined {
  return inject(KEY, undefined)
}
