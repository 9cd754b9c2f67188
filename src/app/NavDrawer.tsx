import type { User } from '#contract/people/schema.ts'
import { DRAWER_WIDTH_PX } from '#contract/spec.ts'
import { Button, Drawer, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useInstallPrompt } from './install.ts'
import { menuFor } from './menu.ts'
import classes from './Shell.module.css'

interface NavDrawerProps {
  open: boolean
  onToggle: () => void
  onClose: () => void
  person: User | null
  serverReachable: boolean
}

/** The navigation, 240 px wide (C034), opened and closed by the bar's button and by Escape (C033). */
export function NavDrawer({ open, onToggle, onClose, person, serverReachable }: NavDrawerProps) {
  useEscape(onToggle)
  const install = useInstallPrompt()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <Drawer
      opened={open}
      onClose={onClose}
      size={DRAWER_WIDTH_PX}
      // Escape is handled above: it opens the drawer too.
      closeOnEscape={false}
      title="Larder"
      padding="sm"
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close the menu', size: 'lg' }}
      attributes={{ content: { 'data-nav-drawer': true } }}
    >
      <nav className={classes.drawerNav} aria-label="Main">
        {menuFor(person, serverReachable).map(({ label, path }) => (
          <Link key={path} to={path} className={classes.entry} activeProps={{ 'data-active': true }} onClick={onClose}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.drawerFoot}>
        {person && <p className={classes.who}>Signed in as {person.username}</p>}
        <SegmentedControl
          aria-label="Colours"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={[
            { value: 'auto', label: 'Device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        {install && (
          <Button variant="default" onClick={install}>
            Install Larder
          </Button>
        )}
      </div>
    </Drawer>
  )
}

const OPEN_LAYERS = '[role="dialog"]:not([data-nav-drawer]), [role="menu"], [role="listbox"]'

/** Escape belongs to the dialog, menu or list that is open; only with none of them is it the drawer's. */
function useEscape(onToggle: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return
      const layers = Array.from(document.querySelectorAll(OPEN_LAYERS))
      if (layers.some((layer) => layer.checkVisibility())) return
      onToggle()
    }
    // In the capture phase, so that a dialog that this key is about to close is still there to be seen.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onToggle])
}
