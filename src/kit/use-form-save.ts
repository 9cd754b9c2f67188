import { fieldErrors } from '#src/api/form-errors.ts'
import type { Problems } from './field-problems.ts'
import type { OfficeFormState } from './use-office-form.ts'
import { useSave, type Save } from './use-save.tsx'

interface FormSave<B> extends Omit<Save<B>, 'leaves' | 'onBack'> {
  form: Pick<OfficeFormState<never>, 'saved' | 'refuse' | 'focusProblem'>
  /** Where the form has the fields that the server refused; as the call names them where nothing is said. */
  refused?: (fields: Record<string, string>) => Problems
}

/**
 * Saving a form: `useSave` for its body. What the server refuses stands at the fields, and what others have saved meanwhile
 * shows under what is typed.
 */
export const useFormSave = <B>({ form, call, refused = (fields) => fields, ...save }: FormSave<B>) =>
  useSave<B>({
    ...save,
    leaves: true,
    async call(client, body, key) {
      try {
        const issue = await call(client, body, key)
        form.saved()
        return issue
      } catch (error) {
        form.refuse(refused(fieldErrors(error)))
        throw error
      }
    },
    onBack: form.focusProblem,
  })
