import { Chip } from '#src/ui/Chip.tsx'
import { IconAlertTriangle, IconCheck, IconPhotoOff } from '@tabler/icons-react'
import type { ScannerAdvice } from './advice.ts'
import type { CheckResult } from './results.ts'
import classes from './scanner-check.module.css'
import { VisibleText } from './VisibleText.tsx'

const WORDS: Record<ScannerAdvice['name'], string> = {
  'all-right': 'All right',
  'no-code': 'No code',
  'suffix-missing': 'Suffix missing',
  'check-digit-stripped': 'Check digit stripped',
  'gs-lost': 'GS lost',
  'gs-replaced': 'GS replaced',
  'keyboard-layout': 'Wrong keyboard layout',
  capitals: 'Capitals changed',
  'double-output': 'Double output',
  'added-text': 'Text added',
  unreadable: 'Not readable',
}

/** Every scan of this visit, the newest first. All rows are in the document: find-in-page reads them. */
export function ResultTable({ results }: { results: readonly CheckResult[] }) {
  return (
    // Keyboards must reach a box that scrolls (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Results, scrolling">
      <table aria-label="Results">
        <thead>
          <tr>
            <th scope="col">File name</th>
            <th scope="col">Text</th>
            <th scope="col" data-align="right">
              Milliseconds
            </th>
            <th scope="col">Symbology</th>
            <th scope="col">Fields</th>
            <th scope="col">Advice</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.id}>
              <td className={classes.from}>{result.from}</td>
              <td className={classes.text}>
                <VisibleText>{result.text}</VisibleText>
              </td>
              <td data-align="right">{result.ms}</td>
              <td>{result.symbology}</td>
              <td>
                <Fields fields={result.fields} />
              </td>
              <td className={classes.advice}>
                {result.advice.map((advice) => (
                  <AdviceNote key={advice.name} advice={advice} />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Fields({ fields }: Pick<CheckResult, 'fields'>) {
  return fields.map(({ label, value }) => (
    <div key={label} className={classes.field}>
      {label} <b>{value}</b>
    </div>
  ))
}

function AdviceNote({ advice: { name, message } }: { advice: ScannerAdvice }) {
  if (name === 'all-right')
    return (
      <Chip tone="ok" icon={<IconCheck aria-hidden />}>
        {WORDS[name]}
      </Chip>
    )
  const picture = name === 'no-code'
  return (
    <div className={classes.note}>
      <Chip
        tone={picture ? 'warn' : 'act'}
        icon={picture ? <IconPhotoOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        {WORDS[name]}
      </Chip>
      <span>{message}</span>
    </div>
  )
}
