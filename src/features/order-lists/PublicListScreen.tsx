import { Button } from '#src/ui/Button.tsx'
import type { PublicOrderList } from '#contract/order-lists/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Skeleton } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { Categories } from './Categories.tsx'
import { contactLink } from './contact-link.ts'
import { findList, publicTitle } from '#contract/order-lists/public-name.ts'
import classes from './public-list.module.css'
import { usePublicPage } from './use-public-page.ts'

interface PublicListScreenProps {
  client: Client
  /** The name in the address: `/demo/{name}`. */
  name: string
  isSignedIn: boolean
  /** A091: the tools to share this page, for people who may have them. */
  share: ReactNode
}

const NOT_FOUND = "We couldn't find any orderlist with that name. Please contact the provider directly."

/**
 * `/demo/{name}`: an order list and how to order from it, for anybody; never a price (A087). A restaurant sees it
 * first, on its phone, so nothing is imported here that the start of the app does not load anyway.
 */
export function PublicListScreen({ client, name, isSignedIn, share }: PublicListScreenProps) {
  const { value, failure, reload, isBusy } = usePublicPage(client)
  const list = value && findList(value.lists, name)
  const [distributor = '', ...contact] = value?.distributor ?? []
  const title = publicTitle(list?.public_name ?? 'Order list', distributor)
  // A guest's page is outside the shell, which sets the tab's title everywhere else.
  useEffect(() => void (document.title = title), [title])
  // A list that failed for lack of a network is read again when the network is back.
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [reload])

  return (
    <>
      <header className={classes.head}>
        <div>
          <p>{distributor}</p>
          <h1>{list?.public_name ?? 'Order list'}</h1>
          <p>{list?.company_location_name}</p>
        </div>
        {/* A full page load, after which the device begins to keep the app. */}
        <a href="/">{isSignedIn ? 'Orders' : 'Sign in'}</a>
      </header>
      <main className={classes.main}>
        {!value && failure === null && <Matching />}
        {!value && failure !== null && (
          <>
            <ErrorNote>{errorText(failure)}</ErrorNote>
            <Button isBusy={isBusy} onClick={reload}>
              Try again
            </Button>
          </>
        )}
        {value && !list && <EmptyState title={NOT_FOUND} />}
        {list && share}
        {value && <Contact lines={contact} list={list} />}
        {list && <Categories list={list} />}
      </main>
    </>
  )
}

function Matching() {
  return (
    <>
      <p role="status" className={classes.quiet}>
        Matching orderlist...
      </p>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height={72} radius="md" />
      ))}
    </>
  )
}

/** A086: how to order, as links for a thumb. */
function Contact({ lines, list }: { lines: readonly string[]; list: PublicOrderList | null | undefined }) {
  return (
    <section className={classes.contact} aria-label="How to order">
      <div>
        <h2>To order</h2>
        <p>{list ? 'Call or write to us, and name this list.' : 'Call or write to us.'}</p>
      </div>
      <address>
        {lines.map((line) => {
          const link = contactLink(line, list ? `Order: ${list.public_name}` : 'Order')
          return link ? (
            <a key={line} href={link}>
              {line}
            </a>
          ) : (
            <span key={line}>{line}</span>
          )
        })}
      </address>
    </section>
  )
}
