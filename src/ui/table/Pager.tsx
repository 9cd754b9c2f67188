import { PAGE_SIZES } from '#contract/spec.ts'
import { NativeSelect } from '@mantine/core'
import { IconArrowDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '../Button.tsx'
import classes from './DataTable.module.css'

interface PageStepsProps {
  /** The pages on show, from 0. */
  first: number
  last: number
  /** The number of rows before those on show, and the number on show. */
  offset: number
  shown: number
  total: string
  hasMore: boolean
  onPage: (page: number) => void
}

/** Which rows are on show, and the ways to the page before and the page after. */
export function PageSteps({ first, last, offset, shown, total, hasMore, onPage }: PageStepsProps) {
  return (
    <>
      <span className={classes.range} aria-live="polite">
        {shown === 0 ? '0 of 0' : `${offset + 1}–${offset + shown} of ${total}`}
      </span>
      <span className={classes.pager}>
        <Button
          label="Previous page"
          reason={first === 0 && 'This is the first page.'}
          onClick={() => onPage(first - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button
          label="Next page"
          reason={!hasMore && 'This is the last page.'}
          onClick={() => onPage(last + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
      </span>
    </>
  )
}

interface PagerProps extends PageStepsProps {
  label: string
  size: number
  onSize: (size: number) => void
  /** Adds the next page below; missing where scrolling does. */
  onMore: (() => void) | undefined
}

/** A045, A339: which rows these are of how many, and the ways to the others. */
export function Pager({ label, size, onSize, onMore, ...steps }: PagerProps) {
  return (
    <nav className={classes.footer} aria-label={`${label} pages`}>
      <NativeSelect
        aria-label="Rows per page"
        size="sm"
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
      />
      <PageSteps {...steps} />
      {onMore && steps.hasMore && (
        <Button icon={<IconArrowDown size={18} aria-hidden />} onClick={onMore}>
          More
        </Button>
      )}
    </nav>
  )
}
