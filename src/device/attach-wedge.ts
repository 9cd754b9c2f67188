/** Passes a document's keys to the wedge machine, and removes a scan's characters from the field they were typed in. */
import {
  WEDGE_LONG_SILENCE_MS,
  WEDGE_MIN_CHARACTERS,
  WEDGE_SILENCE_MS,
  createDoubleOutputFilter,
  createWedge,
  isWholeCode,
  type ScanSource,
  type Wedge,
  type WedgeOptions,
  type WedgePlace,
  type WedgeStep,
} from './wedge.ts'

/**
 * The key under which this device stores whether its scanner ends its scans with Enter or Tab ('1' or '0'), so that it
 * is known before the first scan of a screen.
 */
const SUFFIX_KEY = 'larder-scanner-suffix'
/** A timer later than this shows that the device is too busy to deliver what its scanner types. */
const LATE_MS = 16

type Field = HTMLInputElement | HTMLTextAreaElement

export interface WedgeListener extends WedgeOptions {
  /** A scan, exactly as the scanner gave it. `at` is the last key's time on the page's clock, in ms. */
  onScan(raw: string, source: ScanSource, at: number): void
  /**
   * Keeps a field without a soft keyboard focused while nothing else is, for input methods that send no keys (Zebra:
   * 'Unidentified'). On by default where the main pointer is a finger.
   */
  sink?: boolean
}

/**
 * Listens until the returned function is called. Scans need no focus: keys are read in the capture phase, before any
 * control sees them.
 */
export function attachWedge(listener: WedgeListener): () => void {
  const wedge = createWedge<Field>({ ...listener, hasSuffix: storedSuffix() })
  const isEcho = createDoubleOutputFilter()
  const ending = new AbortController()
  const { signal } = ending
  const isWhole = (text: string) => isWholeCode(text) || (listener.isKnown?.(text) ?? false)
  const sink = (listener.sink ?? matchMedia('(pointer: coarse)').matches) ? createSink(signal, isWhole) : null
  let timer = 0

  const report = (raw: string, source: ScanSource, at: number) => {
    if (!isEcho(raw, source, at)) listener.onScan(raw, source, at)
  }
  const take = ({ scans, restore }: WedgeStep<Field>, at: number) => {
    if (restore) setBack(restore.target, restore.value)
    if (scans.length > 0) storeSuffix(wedge.hasSuffix())
    for (const scan of scans) report(scan, 'keys', at)
  }
  const waitForSilence = (ms: number) => {
    const due = performance.now() + ms
    timer = window.setTimeout(() => {
      // The rest of the scan is late as well, and half of it would be another scan.
      if (performance.now() - due > LATE_MS || isInputPending()) waitForSilence(WEDGE_SILENCE_MS)
      // A busy page runs timers before the keys that were pressed meanwhile: the delay lets those through first.
      else timer = window.setTimeout(() => take(wedge.silence(performance.now()), performance.now()), 4)
    }, ms)
  }

  document.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing) return
      const field = fieldOf(event.target)
      const inSink = field !== null && field === sink?.field
      const step = wedge.key({
        key: event.key,
        at: event.timeStamp,
        place: inSink ? 'page' : placeOf(field),
        ...(field && !inSink && { target: field, value: field.value }),
        ctrl: event.ctrlKey,
        alt: event.altKey,
        meta: event.metaKey,
        repeat: event.repeat,
      })
      if (step.swallow || (inSink && event.key.length === 1)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      take(step, event.timeStamp)
      clearTimeout(timer)
      if (wedge.pending()) waitForSilence(wedge.patience())
    },
    { capture: true, signal },
  )
  document.addEventListener('keyup', (event) => wedge.keyUp(event.key), { capture: true, signal })
  sink?.listen((text) => report(text, 'text', performance.now()))
  listening = wedge
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    if (listening === wedge) listening = null
  })
  return () => ending.abort()
}

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement) return target
  if (!(target instanceof HTMLInputElement)) return null
  return /^(?:button|submit|reset|checkbox|radio|range|file|color|image)$/.test(target.type) ? null : target
}

function placeOf(field: Field | null): WedgePlace {
  if (!field) return 'page'
  return /^(?:numeric|decimal|none)$/.test(field.inputMode) || field.type === 'number'
    ? 'number-field'
    : 'text-field'
}

/** Whether key events wait for delivery, where the browser says so. */
const isInputPending = (): boolean =>
  (navigator as { scheduling?: { isInputPending(): boolean } }).scheduling?.isInputPending() ?? false

function storedSuffix(): boolean | null {
  const stored = localStorage.getItem(SUFFIX_KEY)
  return stored === null ? null : stored === '1'
}

function storeSuffix(hasSuffix: boolean | null): void {
  if (hasSuffix === storedSuffix()) return
  try {
    localStorage.setItem(SUFFIX_KEY, hasSuffix ? '1' : '0')
  } catch {
    // A full device keeps no more. The scan itself must not be lost for it.
  }
}

/** The wedge of the screen that listens. */
let listening: Wedge<Field> | null = null
/** Whether a scan is being typed right now. */
export const isScanning = (): boolean => listening?.isScanning() ?? false

/** Set while a field is set back: a field that counts what a person types ignores this. */
let settingBack = false
/** Whether the current input event removes a scan's characters and is not a person's typing. */
export const isSettingBack = (): boolean => settingBack

/** Sets a field back through its native setter, so that React handles it like typed input. */
function setBack(field: Field, value: string): void {
  if (field.value === value) return
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  settingBack = true
  try {
    field.dispatchEvent(new Event('input', { bubbles: true }))
  } finally {
    settingBack = false
  }
}

/**
 * Creates the field that input methods without keys write into. It takes the focus and is not seen (never `readOnly`).
 */
function createSink(signal: AbortSignal, isWhole: (text: string) => boolean) {
  const field = document.createElement('input')
  field.inputMode = 'none'
  field.autocomplete = 'off'
  field.tabIndex = -1
  field.setAttribute('aria-label', 'Scanner input')
  field.style.cssText =
    'position:fixed;left:0;bottom:0;width:1px;height:1px;border:0;padding:0;clip-path:inset(50%);font-size:16px;pointer-events:none'
  ;(document.querySelector('main') ?? document.body).append(field)
  const focus = () => {
    const active = document.activeElement
    if (!fieldOf(active) && !active?.closest('[role="listbox"], [role="menu"], select')) {
      field.focus({ preventScroll: true })
    }
  }
  // A tap leaves the focus on a button, where an input method has nowhere to write.
  const soon = () => setTimeout(focus, 50)
  document.addEventListener('click', soon, { signal })
  document.addEventListener('focusout', (event) => event.relatedTarget === null && soon(), { signal })
  soon()
  signal.addEventListener('abort', () => field.remove())
  return {
    field,
    listen(onText: (text: string) => void) {
      let timer = 0
      const written = () => field.value.replace(/[\r\n\t]+$/, '')
      const flush = () => {
        const text = written()
        field.value = ''
        if (text.length >= WEDGE_MIN_CHARACTERS) onText(text)
      }
      field.addEventListener(
        'input',
        () => {
          clearTimeout(timer)
          timer = window.setTimeout(flush, isWhole(written()) ? WEDGE_SILENCE_MS : WEDGE_LONG_SILENCE_MS)
        },
        { signal },
      )
      field.addEventListener(
        'keydown',
        (event) => {
          if (event.key !== 'Enter' || field.value === '') return
          event.preventDefault()
          clearTimeout(timer)
          flush()
        },
        { signal },
      )
    },
  }
}
