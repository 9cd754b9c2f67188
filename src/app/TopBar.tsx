import { IconLogout, IconMenu2, IconShoppingCart } from '@tabler/icons-react'
import { plural } from '#src/ui/format.ts'
import type { ReactNode } from 'react'
import classes from './Shell.module.css'

export interface TopBarProps {
  title: string
  /** Who orders for themselves sees the brand's bar. */
  area: 'customer' | undefined
  menuOpen: boolean
  onMenu: () => void
  /** C031: the products in the selected customer's cart; 0 shows no badge. */
  cartCount: number
  onCart: () => void
  onLogout: () => void
  /** The sync pill. */
  children: ReactNode
}

/** C029: fixed at the top, with menu, title, cart and logout; the sync pill is always in it. */
export function TopBar({
  title,
  area,
  menuOpen,
  onMenu,
  cartCount,
  onCart,
  onLogout,
  children,
}: TopBarProps) {
  return (
    <>
      <header className={classes.bar} data-area={area}>
        <button
          type="button"
          className={classes.barButton}
          aria-label="Menu"
          aria-expanded={menuOpen}
          onClick={onMenu}
        >
          <IconMenu2 size={26} aria-hidden />
        </button>
        <div className={classes.title}>{title}</div>
        {children}
        <button
          type="button"
          className={classes.barButton}
          aria-label={cartCount > 0 ? `Cart, ${plural(cartCount, 'product')}` : 'Cart'}
          aria-haspopup="dialog"
          onClick={onCart}
        >
          <IconShoppingCart size={24} aria-hidden />
          {cartCount > 0 && (
            <span className={classes.badge} data-testid="cart-badge">
              {cartCount}
            </span>
          )}
        </button>
        <button
          type="button"
          className={classes.barButton}
          aria-label="Logout"
          title="Logout"
          onClick={onLogout}
        >
          <IconLogout size={24} aria-hidden />
        </button>
      </header>
      <div className={classes.spacer} />
    </>
  )
}
