import { Chip } from '#src/ui/Chip.tsx'
import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { visible, type CheckResult } from './results.ts'
import classes from './scanner-check.module.css'
import { TEST_CODES } from './test-codes.ts'
import { VisibleText } from './VisibleText.tsx'

/** Light margins that a scanner needs to find the ends of a code, in modules (ISO/IEC 15417: 10, 15420: 11 left). */
const QUIET_MODULES = 11
/** CSS pixels of one module where there is room: 0.5 mm on a screen, well above what scanners need. */
const MODULE_PX = 2
const CARD_PADDING_PX = 17

const symbolWidth = (modules: string) => (modules.length + 2 * QUIET_MODULES) * MODULE_PX

/** The three codes to scan, each with what became of it. Black on white in the dark as well: scanners need that. */
export function TestCodes({ results }: { results: readonly CheckResult[] }) {
  return (
    <ol className={classes.codes}>
      {TEST_CODES.map(({ name, title, why, text, modules }) => (
        <li
          key={name}
          className={classes.code}
          style={{ flexBasis: symbolWidth(modules) + 2 * CARD_PADDING_PX }}
        >
          <div className={classes.codeHead}>
            <h2>{title}</h2>
            <State result={results.find(({ testCode }) => testCode === name)} />
          </div>
          <p>{why}</p>
          <Symbol modules={modules} label={`${title}: ${visible(text)}`} />
          <code className={classes.codeText}>
            <VisibleText>{visible(text)}</VisibleText>
          </code>
        </li>
      ))}
    </ol>
  )
}

function State({ result }: { result: CheckResult | undefined }) {
  if (!result)
    return (
      <Chip tone="plain" icon={<IconCircleDashed aria-hidden />}>
        Not scanned yet
      </Chip>
    )
  const right = result.advice.every(({ name }) => name === 'all-right')
  return right ? (
    <Chip tone="ok" icon={<IconCheck aria-hidden />}>
      All right
    </Chip>
  ) : (
    <Chip tone="act" icon={<IconAlertTriangle aria-hidden />}>
      See the advice
    </Chip>
  )
}

function Symbol({ modules, label }: { modules: string; label: string }) {
  const width = modules.length + 2 * QUIET_MODULES
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${QUIET_MODULES + index} 0h${bar.length}v1h-${bar.length}z`,
  )
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes.symbol}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      style={{ maxWidth: symbolWidth(modules) }}
    >
      <path d={bars.join('')} />
    </svg>
  )
}
