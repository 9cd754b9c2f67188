import { RestoredNote } from '#src/ui/RestoredNote.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { useLeaveGuard } from './use-leave-guard.tsx'
import type { OfficeFormState as Form } from './use-office-form.ts'

interface OfficeFormProps extends Pick<ComponentProps<'form'>, 'aria-label' | 'className'> {
  form: Pick<
    Form<never>,
    'element' | 'submit' | 'isRestored' | 'discard' | 'hasUnsaved' | 'fate' | 'hasSecret'
  >
  /** Everything in it is right as far as the device can tell. */
  onSave: () => void
  children: ReactNode
}

/** The form around its fields: says that a draft is here again, and asks before it is left unsaved. */
export function OfficeForm({
  form: { element, submit, isRestored, discard, hasUnsaved, fate, hasSecret },
  onSave,
  children,
  ...props
}: OfficeFormProps) {
  const question = useLeaveGuard(hasUnsaved, fate)
  return (
    <>
      <form {...props} ref={element} onSubmit={(event) => submit(event, onSave)} noValidate>
        <RestoredNote
          isRestored={isRestored}
          discard={discard}
          {...(hasSecret && { without: 'passwords' })}
        />
        {children}
      </form>
      {question}
    </>
  )
}
