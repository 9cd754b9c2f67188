import { useForm, type LooseKeys, type UseFormReturnType } from '@mantine/form'
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { keepDraft, layOver, readDraft, same, typedOver } from './draft.ts'
import type { Problems } from './field-problems.ts'

interface OfficeFormOptions<V> {
  /** Names the form, its subject and the person, such as `14/user/7`: typed values are stored under it. */
  name: string
  /** The server's values. When they are read again, what was typed stays on top of them. */
  stored: V
  /** Returns what keeps the values from being saved, by field; most of it by `fieldProblems`. */
  check?: (values: V) => Problems
  /** Fields that are not stored anywhere: passwords. */
  secret?: readonly (keyof V & string)[]
  /** Stored while the screen is open and no longer: in a dialog, which asks when it is closed. */
  keeps?: 'screen'
}

/** The properties of a form's field beside its label. The field's path says of what kind its value is. */
interface FieldProps {
  name: string
  'aria-invalid': boolean
  error?: ReactNode
  /** The state of a checkbox. */
  checked?: boolean
  // oxlint-disable-next-line typescript/no-explicit-any
  value: any
  /** An event or the value itself. */
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange: (next: any) => void
}

export interface OfficeFormState<V> extends Pick<UseFormReturnType<V>, 'values' | 'getValues'> {
  /** The messages at the fields now, by path. */
  problems: Problems
  /** Returns name, value, problem and change of the field at a path. */
  field: (path: LooseKeys<V>, type?: 'checkbox') => FieldProps
  /** Changes several fields at once. It clears the messages of these fields only. */
  change: (part: Partial<V>) => void
  /** Something is typed that is not saved. It is rendered with the form; `hasUnsaved` says it of this moment. */
  isChanged: boolean
  hasUnsaved: () => boolean
  /** What was typed on an earlier visit shows again, and the person has not confirmed yet that they know. */
  isRestored: boolean
  /** Forgets what was typed. */
  discard: () => void
  /**
   * Marks these values as saved: leaving does not ask about them, and they are not stored for the next visit. Values
   * that were typed after the call began stay unsaved. Without values, all that is typed is saved.
   */
  saved: (sent?: V) => void
  /**
   * Shows the server's messages at fields. A message stays until the field is changed, also while the save is tried
   * again.
   */
  refuse: (said: Problems) => void
  /** For `onSubmit`: goes on where nothing is wrong, else goes to the first field with a problem. */
  submit: (event: FormEvent, goOn: () => void) => void
  focusProblem: () => void
  element: RefObject<HTMLFormElement | null>
  /** The sentence in the question on leaving that says what happens to the typed text. */
  fate: string
  /** Some fields are not stored anywhere. */
  hasSecret: boolean
}

const FATES = {
  kept: 'What you typed is not saved. It is here again when you come back in this tab.',
  someKept:
    'What you typed is not saved. It is here again when you come back in this tab, without passwords.',
  lost: 'What you typed is not saved, and is lost when you leave.',
}
const NOTHING: readonly never[] = []

// The bound is Mantine's own: an interface has no index signature of `unknown`.
// oxlint-disable-next-line typescript/no-explicit-any
type Values = Record<string, any>

/**
 * Makes a form of the office. Typed values survive Back and reload (ux, "Unsaved changes") until they are saved or
 * discarded. Leaving asks (`OfficeForm` in kit). A problem shows at its field once a person has tried to save, not
 * before.
 */
export function useOfficeForm<V extends Values>({
  check = () => ({}),
  ...options
}: OfficeFormOptions<V>): OfficeFormState<V> {
  const { name, keeps } = options
  const { form, keep, hasUnsaved, change, hasSecret } = useDraftForm<V>(options)
  const { getValues } = form
  const element = useRef<HTMLFormElement>(null)
  const refused = useRef<Problems>({})
  const isChanged = hasUnsaved()
  const [isRestored, setRestored] = useState(isChanged)

  /** Moves the focus once the fields have been rendered with their problems. */
  const focusProblem = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

  return {
    values: form.values,
    getValues,
    problems: form.errors as Problems,
    field(path, type) {
      const props = form.getInputProps(path, { type: type ?? 'input' }) as Omit<
        FieldProps,
        'name' | 'aria-invalid'
      >
      // Some of Mantine's inputs mark the frame alone.
      return { name: String(path), ...props, 'aria-invalid': form.errors[path] !== undefined }
    },
    change,
    isChanged,
    hasUnsaved,
    isRestored: isRestored && isChanged,
    discard() {
      keepDraft(name, {})
      setRestored(false)
      form.reset()
    },
    saved(sent = getValues()) {
      form.resetDirty(sent)
      keep(getValues())
      setRestored(false)
    },
    refuse(said) {
      refused.current = said
      form.setErrors(said)
    },
    submit(event, goOn) {
      event.preventDefault()
      const wrong = check(getValues())
      form.setErrors((shown) => ({
        // The server may have changed its mind: its messages do not keep a person from trying again.
        ...Object.fromEntries(Object.entries(shown).filter(([path, said]) => refused.current[path] === said)),
        ...wrong,
      }))
      if (Object.keys(wrong).length === 0) goOn()
      else focusProblem()
    },
    focusProblem,
    element,
    fate: keeps ? FATES.lost : hasSecret ? FATES.someKept : FATES.kept,
    hasSecret,
  }
}

/** Merges the typed values over the stored ones. Keeps them as a draft, and shows another user's save under them. */
function useDraftForm<V extends Values>({ name, stored, secret = NOTHING, keeps }: OfficeFormOptions<V>) {
  const [found] = useState(() => layOver(stored, keeps ? {} : readDraft(name, stored)))
  const keep = (values: V) => {
    if (!keeps) keepDraft(name, typedOver(form.getInitialValues(), omit(values, secret)))
  }
  const form = useForm<V>({ initialValues: found, onValuesChange: keep })
  // The form begins with the draft, and is compared with what is stored.
  useState(() => form.setInitialValues(stored))

  const { getValues, getInitialValues, setFieldValue } = form
  const typed = useCallback(() => typedOver(getInitialValues(), getValues()), [getInitialValues, getValues])
  const hasUnsaved = useCallback(() => Object.keys(typed()).length > 0, [typed])

  const change = (part: Partial<V>) => {
    // `setValues` would clear the messages of every field.
    for (const [field, value] of Object.entries(part)) setFieldValue(field, value as never)
    const isOfThem = (path: string) => path.replace(/\..*/, '') in part
    if (Object.keys(form.errors).some(isOfThem))
      form.setErrors((said) => Object.fromEntries(Object.entries(said).filter(([path]) => !isOfThem(path))))
  }

  // Another user's save shows under what is typed, before anything else is painted.
  const seen = useRef(stored)
  useLayoutEffect(() => {
    if (Object.keys(typedOver(seen.current, stored)).length === 0) return
    seen.current = stored
    const laid = layOver(stored, typed())
    // Unlike `setInitialValues` it renders the form again: the typed values may equal the stored ones by now.
    form.resetDirty(stored)
    keep(laid)
    const entries = Object.entries(laid).filter(([field, value]) => !same(value, getValues()[field]))
    // The messages of the fields that stay are still true.
    change(Object.fromEntries(entries) as Partial<V>)
  })

  return { form, keep, hasUnsaved, change, hasSecret: secret.length > 0 }
}

const omit = (values: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))
