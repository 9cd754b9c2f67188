import { refusalCodeOf } from '#src/api/errors.ts'
import { fieldErrors } from '#src/api/form-errors.ts'
import { ChangedMeanwhile } from '#src/queries/unchanged.ts'
import type { Problems } from './field-problems.ts'
import type { OfficeFormState } from './use-office-form.ts'
import type { SeenRow } from './use-seen-row.ts'
import { useSave, type Save } from './use-save.tsx'

interface FormSave<B> extends Omit<Save<B>, 'leaves' | 'onBack'> {
  form: Pick<OfficeFormState<never>, 'saved' | 'refuse' | 'focusProblem'>
  /** The row under what is typed, where the call says what the person saw of it. */
  seen?: Pick<SeenRow<unknown>, 'hold' | 'follow'>
  /** Returns the form's fields for the fields that the server refused; by default they have the call's names. */
  refused?: (fields: Record<string, string>) => Problems
}

/**
 * Saves a form: `useSave` for its body. The server's refusals show at the fields, and what other users have saved
 * meanwhile shows under what is typed.
 */
export const useFormSave = <B>({ form, seen, call, refused = (fields) => fields, ...save }: FormSave<B>) =>
  useSave<B>({
    ...save,
    leaves: true,
    async call(client, body, key) {
      seen?.hold()
      try {
        const issue = await call(client, body, key)
        form.saved()
        return issue
      } catch (error) {
        if (error instanceof ChangedMeanwhile || refusalCodeOf(error) === 'conflict') seen?.follow()
        form.refuse(refused(fieldErrors(error)))
        throw error
      }
    },
    onBack: form.focusProblem,
  })
