import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'

/**
 * The data that a control takes from the FormField around it: its id, its description, whether its value was
 * refused.
 */
export interface FieldContext {
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
}

const KEY: InjectionKey<ComputedRef<FieldContext>> = Symbol('field')

export function provideField(context: ComputedRef<FieldContext>): void {
  provide(KEY, context)
}

/** undefined outside a FormField: the control then has its own `label`. */
export function useField(): ComputedRef<FieldContext> | undefined {
  return inject(KEY, undefined)
}

/** The reason why the server refused a member's value; undefined where it did not. */
type FieldErrors = (name: string) => string | undefined

const noError: FieldErrors = () => undefined
const ERRORS: InjectionKey<FieldErrors> = Symbol('field errors')

/** The form around the fields knows the reasons, and a field reads its own. */
export function provideFieldErrors(errors: FieldErrors): void {
  provide(ERRORS, errors)
}

export function useFieldErrors(): FieldErrors {
  return inject(ERRORS, noError)
}
