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
  /** Names the form, what it is about and the person, such as `14/user/7`: what is typed is kept under it. */
  name: string
  /** What the server has. Where it is read again, what was typed stays on top of it. */
  stored: V
  /** What keeps the values from being saved, by field; most of it by `fieldProblems`. */
  check?: (values: V) => Problems
  /** Fields that are kept nowhere: passwords. */
  secret?: readonly (keyof V & string)[]
  /** Kept while the screen is open and no longer: in a dialog, which asks when it is closed. */
  keeps?: 'screen'
}

/** What a field of the form is given beside its label; of what kind its value is, the field's path says. */
interface FieldProps {
  name: string
  'aria-invalid': boolean
  error?: ReactNode
  /** Of a checkbox. */
  checked?: boolean
  // oxlint-disable-next-line typescript/no-explicit-any
  value: any
  /** An event or the value itself. */
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange: (next: any) => void
}

export interface OfficeFormState<V> extends Pick<UseFormReturnType<V>, 'values' | 'getValues'> {
  /** What is said at the fields now, by path. */
  problems: Problems
  /** Name, value, problem and change of the field at a path. */
  field: (path: LooseKeys<V>, type?: 'checkbox') => FieldProps
  /** Changes several fields at once; what was said of them is taken back, of others not. */
  change: (part: Partial<V>) => void
  /** Something is typed that is not saved. Drawn with the form; `hasUnsaved` says it of this moment. */
  isChanged: boolean
  hasUnsaved: () => boolean
  /** What was typed on an earlier visit shows again, and nobody has said yet that they know. */
  isRestored: boolean
  /** Forgets what was typed. */
  discard: () => void
  /** What was typed is saved by now: leaving does not ask, and nothing is kept for the next visit. */
  saved: () => void
  /** What the server said of fields: it stands there until the field is changed, also while it is tried again. */
  refuse: (said: Problems) => void
  /** For `onSubmit`: goes on where nothing is wrong, else goes to the first field that is. */
  submit: (event: FormEvent, goOn: () => void) => void
  focusProblem: () => void
  element: RefObject<HTMLFormElement | null>
  /** What becomes of what was typed when the screen is left, for the question. */
  fate: string
  /** Some fields are kept nowhere. */
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
 * A form of the office: what is typed is kept over Back and reload (ux, "Unsaved changes") until it is saved or discarded,
 * leaving asks (`OfficeForm` in kit), and what is wrong is said at the field once somebody has tried to save, not before.
 */
export function useOfficeForm<V extends Values>({
  check = () => ({}),
  ...options
}: OfficeFormOptions<V>): OfficeFormState<V> {
  const { name, keeps } = options
  const { form, hasUnsaved, change, hasSecret } = useDraftForm<V>(options)
  const { getValues } = form
  const element = useRef<HTMLFormElement>(null)
  const refused = useRef<Problems>({})
  const isChanged = hasUnsaved()
  const [isRestored, setRestored] = useState(isChanged)

  /** After the fields have been drawn with their problems. */
  const focusProblem = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  const forget = () => {
    keepDraft(name, {})
    setRestored(false)
  }

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
      forget()
      form.reset()
    },
    saved() {
      forget()
      form.resetDirty()
    },
    refuse(said) {
      refused.current = said
      form.setErrors(said)
    },
    submit(event, goOn) {
      event.preventDefault()
      const wrong = check(getValues())
      form.setErrors((shown) => ({
        // The server may have changed its mind: its words do not keep anybody from trying again.
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

/** The values over what is stored: what is typed is kept as a draft, and what somebody else saves shows under it. */
function useDraftForm<V extends Values>({ name, stored, secret = NOTHING, keeps }: OfficeFormOptions<V>) {
  const [found] = useState(() => layOver(stored, keeps ? {} : readDraft(name, stored)))
  const keep = (values: V) => {
    if (!keeps) keepDraft(name, typedOver(form.getInitialValues(), omit(values, secret)))
  }
  const form = useForm<V>({ initialValues: found, onValuesChange: keep })
  // The form begins with the draft, and is measured by what is stored.
  useState(() => form.setInitialValues(stored))

  const { getValues, getInitialValues, setFieldValue } = form
  const typed = useCallback(() => typedOver(getInitialValues(), getValues()), [getInitialValues, getValues])
  const hasUnsaved = useCallback(() => Object.keys(typed()).length > 0, [typed])

  const change = (part: Partial<V>) => {
    // `setValues` would take back what is said of every field.
    for (const [field, value] of Object.entries(part)) setFieldValue(field, value as never)
    const isOfThem = (path: string) => path.replace(/\..*/, '') in part
    if (Object.keys(form.errors).some(isOfThem))
      form.setErrors((said) => Object.fromEntries(Object.entries(said).filter(([path]) => !isOfThem(path))))
  }

  // Somebody else's save shows under what is typed, before anything else is painted.
  const seen = useRef(stored)
  useLayoutEffect(() => {
    if (Object.keys(typedOver(seen.current, stored)).length === 0) return
    seen.current = stored
    const laid = layOver(stored, typed())
    // Unlike `setInitialValues` it draws the form again: what is typed may be what is stored by now.
    form.resetDirty(stored)
    keep(laid)
    const entries = Object.entries(laid).filter(([field, value]) => !same(value, getValues()[field]))
    // What is said of the fields that stay is still true.
    change(Object.fromEntries(entries) as Partial<V>)
  })

  return { form, hasUnsaved, change, hasSecret: secret.length > 0 }
}

const omit = (values: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))
