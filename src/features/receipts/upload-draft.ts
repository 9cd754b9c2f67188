/** What an upload's preview works on: the file's rows, the valid beside the invalid, and what of them is saved already. */
import type { ReceiptFile } from './receipt-file.ts'
import {
  isValid,
  mapRows,
  tidy,
  typedOverRow,
  type DraftRow,
  type ReceiptField,
  type ReceiptMapping,
} from './receipt-rows.ts'

export interface UploadDraft {
  file: ReceiptFile
  valid: readonly DraftRow[]
  /** As they were at the last check: a row that is corrected stays here until Re-validate (C208). */
  invalid: readonly DraftRow[]
  /** What was typed over a row's cells, by its line: it outlives another mapping. */
  typed: ReadonlyMap<number, Partial<Record<ReceiptField, string>>>
  /** What the server did not store, by its line. */
  refused: ReadonlyMap<number, string>
  /** How many lines the server has stored. */
  saved: number
}

const byLine = (a: DraftRow, b: DraftRow) => a.line - b.line

/** C207. */
export function newUploadDraft(
  file: ReceiptFile,
  mapping: ReceiptMapping,
  typed: UploadDraft['typed'] = new Map(),
): UploadDraft {
  const rows = mapRows(file, mapping).map((row) => {
    const texts = typed.get(row.line)
    return texts ? tidy(typedOverRow(row, texts), mapping.commas) : row
  })
  return {
    file,
    valid: rows.filter(isValid),
    invalid: rows.filter((row) => !isValid(row)),
    typed,
    refused: new Map(),
    saved: 0,
  }
}

/** C394: the file read as another warehouse's. */
export const remapped = ({ file, typed }: UploadDraft, mapping: ReceiptMapping): UploadDraft =>
  newUploadDraft(file, mapping, typed)

export function typedIntoUpload(
  draft: UploadDraft,
  line: number,
  field: ReceiptField,
  text: string,
): UploadDraft {
  return {
    ...draft,
    invalid: draft.invalid.map((row) => (row.line === line ? typedOverRow(row, { [field]: text }) : row)),
    typed: new Map(draft.typed).set(line, { ...draft.typed.get(line), [field]: text }),
  }
}

/** C208: a row that is right by now is valid; a row that the server refused may be sent once more. */
export function revalidated(draft: UploadDraft, { commas }: ReceiptMapping): UploadDraft {
  const rows = draft.invalid.map((row) => tidy(row, commas))
  return {
    ...draft,
    valid: [...draft.valid, ...rows.filter(isValid)].sort(byLine),
    invalid: rows.filter((row) => !isValid(row)),
    refused: new Map(),
  }
}

/**
 * C217: after a partial error what the server refused is to be corrected and the rest is stored. If it did not say
 * which lines it meant, all of them stay: a line that is sent again takes its own place.
 */
export function afterIssue(draft: UploadDraft, refused: ReadonlyMap<number, string>): UploadDraft {
  const failed = draft.valid.filter(({ line }) => refused.has(line))
  if (failed.length === 0) return draft
  return {
    ...draft,
    valid: [],
    invalid: [...draft.invalid, ...failed].sort(byLine),
    refused,
    saved: draft.saved + draft.valid.length - failed.length,
  }
}
