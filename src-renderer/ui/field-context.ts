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

/** The reason for which the server refused a member's value; undefined where it did not. */
type FieldErrors = (name: string) => string | undefined

const noError: FieldErrors = () => undefined
const ERRORS: InjectionKey<FieldErrors> = Symbol('field errors')

/** The form around the fields knows the reasons: a field asks for its own. */
export function provideFieldErrors(errors: FieldErrors): void {
  provide(ERRORS, errors)
}

export function useFieldErrors(): FieldErrors {
  return inject(ERRORS, noError)
}
