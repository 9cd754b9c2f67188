import { Button } from '#src/ui/Button.tsx'
import type { User } from '#contract/people/schema.ts'
import { DRAWER_WIDTH_PX } from '#contract/spec.ts'
import { LicencesLink } from '#src/kit/links/LicencesLink.tsx'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { Drawer, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { useInstallPrompt } from './install.ts'
import { isWithin, menuFor, type MenuEntry, TOOL_GROUPS } from './menu.ts'
import classes from './Shell.module.css'

interface NavDrawerProps {
  open: boolean
  /** The drawer is beside the page instead of over it, and stays open when a person has followed an entry. */
  isDocked: boolean
  onClose: () => void
  onSearch: () => void
  onHelp: () => void
  person: User | null
  serverReachable: boolean
}

/** The navigation, 240 px wide (C034). The bar's button and Escape open and close it (C033). */
export default function NavDrawer({ open, isDocked, onClose, ...content }: NavDrawerProps) {
  if (isDocked)
    return (
      <div data-nav-docked className={classes.docked} style={{ width: DRAWER_WIDTH_PX }} hidden={!open}>
        <NavContent {...content} />
      </div>
    )
  return (
    <Drawer
      opened={open}
      onClose={onClose}
      size={DRAWER_WIDTH_PX}
      // Below the bar, whose button closes the drawer again.
      zIndex={145}
      classNames={{ inner: classes.belowBar, overlay: classes.belowBar }}
      // The shell handles Escape, because Escape also opens the drawer.
      closeOnEscape={false}
      title="Larder"
      padding="sm"
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close the menu', size: 'lg' }}
      attributes={{ header: { role: 'none' }, content: { 'data-nav-drawer': true } }}
    >
      <NavContent {...content} onGone={onClose} />
    </Drawer>
  )
}

type NavContentProps = Pick<NavDrawerProps, 'onSearch' | 'onHelp' | 'person' | 'serverReachable'> & {
  /** Called when an entry is pressed. */
  onGone?: () => void
}

function NavContent({ onSearch, onHelp, person, serverReachable, onGone }: NavContentProps) {
  const install = useInstallPrompt()
  const toolsId = useId()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const { main, tools } = menuFor(person, serverReachable)
  const entry = (entry: MenuEntry) => {
    const isHere = isWithin(here, entry)
    return (
      <Link
        key={entry.label}
        to={entry.to}
        className={classes.entry}
        data-active={isHere || undefined}
        aria-current={isHere ? 'page' : undefined}
        onClick={onGone}
      >
        {entry.label}
      </Link>
    )
  }
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <>
      <nav className={classes.drawerNav} aria-label="Main">
        {main.map(entry)}
      </nav>
      {tools.length > 0 && (
        <nav className={classes.drawerTools} aria-labelledby={toolsId}>
          <h2 id={toolsId}>Tools</h2>
          {TOOL_GROUPS.map((group) => {
            const inGroup = tools.filter((tool) => tool.group === group)
            return (
              inGroup.length > 0 && (
                <div key={group} role="group" aria-label={group} className={classes.toolGroup}>
                  <h3 aria-hidden>{group}</h3>
                  {inGroup.map(entry)}
                </div>
              )
            )
          })}
        </nav>
      )}
      <div className={classes.drawerFoot}>
        <Button aside={<kbd>Ctrl K</kbd>} onClick={onSearch}>
          Search
        </Button>
        <Button onClick={onHelp}>Help with this screen</Button>
        {person && (
          <p className={classes.who}>
            Signed in as{' '}
            {/* Every person's link to their own record; up to sales the list of users is another one. */}
            {serverReachable ? (
              <Link to={to.user(person.id)} onClick={onGone}>
                {person.username}
              </Link>
            ) : (
              person.username
            )}
          </p>
        )}
        <SegmentedControl
          aria-label="Colours"
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={[
            { value: 'auto', label: 'Device' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        {install && <Button onClick={install}>Install Larder</Button>}
        <LicencesLink />
      </div>
    </>
  )
}
