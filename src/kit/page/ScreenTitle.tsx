import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import { IconHelp } from '@tabler/icons-react'
import { useContext } from 'react'
import { HelpContext } from './help.ts'
import classes from './ScreenTitle.module.css'

/** A screen's title, and the question mark beside it. On a phone the bar carries the title, and the menu leads to help. */
export function ScreenTitle({ children }: { children: string }) {
  const openHelp = useContext(HelpContext)
  return (
    <div className={classes.title}>
      <h1>{children}</h1>
      {openHelp && (
        <ActionIcon
          className={classes.help}
          variant="subtle"
          size={32}
          aria-label="Help"
          aria-haspopup="dialog"
          onClick={openHelp}
        >
          <IconHelp size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
