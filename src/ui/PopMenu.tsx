import { Popover } from '@mantine/core'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Popover.css'
import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import classes from './PopMenu.module.css'

interface PopMenuProps {
  label: string
  icon: ReactNode
  children: ReactNode
  /** One press completes what is in it: then it closes. Otherwise it stays open until the person leaves it. */
  closesOnPress?: boolean
}

/** A button that opens the less common controls below it. */
export function PopMenu({ label, icon, children, closesOnPress = false }: PopMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    // The button itself says whether it is open: the library would say so on the element around it.
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withRoles={false}
      trapFocus
      returnFocus={!closesOnPress}
      shadow="md"
    >
      <Popover.Target>
        <span>
          <Button icon={icon} isOpen={isOpen} onClick={() => setOpen(!isOpen)}>
            {label}
          </Button>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {/* The buttons in it handle the keys; their press bubbles up to here. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div className={classes.menu} onClick={closesOnPress ? () => setOpen(false) : undefined}>
          {children}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
