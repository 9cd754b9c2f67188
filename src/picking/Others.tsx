import { OthersChange } from '#contract/orders/others.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { showTime } from '#src/ui/show-time.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { z } from 'zod'

type Others = ReadonlyMap<string, OthersChange>

const OthersContext = createContext<Others>(new Map())

/** @param heard the device's versions of these orders: when they change, the server is asked again */
const othersQuery = (orders: readonly number[], heard: string): ServerQuery<OthersChange[]> => ({
  queryKey: ['orderitems', 'others', orders.join(), heard],
  read: (client, signal) =>
    client.api('GET', 'orderitems/others', {
      query: { order: [...orders] },
      schema: z.array(OthersChange),
      signal,
    }),
  isForm: true,
})

/** The versions of all rows of these orders, as one text. */
async function versionsOf({ items, subitems }: LarderDatabase, orders: readonly number[]): Promise<string> {
  const rows = await Promise.all([
    items.where('order').anyOf(orders).toArray(),
    subitems.where('order').anyOf(orders).toArray(),
  ])
  return rows.map((kind) => `${kind.length}:${kind.reduce((sum, { version }) => sum + version, 0)}`).join(' ')
}

/**
 * Returns a text that changes when a pull has stored rows of these orders; null until they are read. They are read once
 * a pull and not at each write, which would cost every scan.
 */
function useHeardOf(db: LarderDatabase, orders: readonly number[]): string | null {
  const cursor = useLiveQuery(() => readMeta<string>(db, META.cursor), [db])
  const [heard, setHeard] = useState<string | null>(null)
  useEffect(() => {
    if (cursor === undefined) return undefined
    let isLeft = false
    void versionsOf(db, orders).then((versions) => isLeft || setHeard(versions))
    return () => {
      isLeft = true
    }
  }, [db, orders, cursor])
  return heard
}

interface OthersProviderProps {
  orders: readonly number[]
  children: ReactNode
}

/** Provides who else works on these orders, as long as the server is in reach. */
export function OthersProvider({ orders, children }: OthersProviderProps) {
  const { engine } = useSignedIn()
  const heard = useHeardOf(engine.db, orders)
  const { value } = useServerQuery(othersQuery(orders, heard ?? ''), {
    enabled: heard !== null && orders.length > 0,
    keepsPrevious: true,
  })
  const others = useMemo(() => new Map((value ?? []).map((change) => [change.item, change])), [value])
  return <OthersContext value={others}>{children}</OthersContext>
}

/** Shows the name of the last person who changed one of these items, if that was another person a moment ago. */
export function OtherName({ items }: { items: readonly { id: string }[] }) {
  const others = useContext(OthersContext)
  const [last] = items
    .flatMap(({ id }) => others.get(id) ?? [])
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  if (!last) return null
  return (
    <Chip tone="info" icon={<IconUser aria-hidden />}>
      <VisuallyHidden>Changed by </VisuallyHidden>
      {last.username}
      <VisuallyHidden> at {showTime(last.at)}</VisuallyHidden>
    </Chip>
  )
}
