import { can, type Person } from '#contract/permissions.ts'
import { useGo } from '#src/kit/links/use-go.ts'
import { hrefOf, to, type Address } from '#src/paths.ts'
import { showDay } from '#src/ui/format.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { holdsWords, wordsOf } from '#contract/words.ts'
import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { menuFor, TOOL_GROUPS } from './menu.ts'
import classes from './Palette.module.css'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useSearch, type Search } from './use-search.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'

interface Hit {
  label: string
  detail?: string
  to: Address
  isScreen?: true
}
interface Group {
  label: string
  hits: readonly Hit[]
}

/** Returns the drawer's screens in their groups, and the screens that other screens lead to. */
function screensFor(person: Person | null, reachable: boolean): Group[] {
  const { main, tools } = menuFor(person, reachable)
  const screens = [
    ...main,
    ...(can(person, 'orders.place') ? [{ label: 'Create Order', to: to.createOrder() }] : []),
    ...(can(person, 'orders.pick') ? [{ label: 'PickList', to: to.pickList() }] : []),
    { label: 'Cart', to: to.cart() },
    { label: 'Sync', to: to.sync() },
  ]
  const groups: Group[] = [
    { label: 'Screens', hits: screens },
    ...TOOL_GROUPS.map((label) => ({ label, hits: tools.filter(({ group }) => group === label) })),
  ]
  return groups.map(({ label, hits }) => ({ label, hits: hits.map((hit) => ({ ...hit, isScreen: true })) }))
}

/** The most found orders that can each be assigned here. If more are found, only the one whose number was typed can. */
const ASSIGNABLE_ORDERS = 3

const groupsOf = (
  { orders, customers, products }: Search['found'],
  person: Person | null,
  typed: string,
): Group[] => [
  {
    label: 'Orders',
    hits: orders.map(({ id, customer, company_location, delivery_date }) => ({
      label: `Order ${id}`,
      detail: [company_location.name, customer, showDay(delivery_date)].filter(Boolean).join(' · '),
      to: to.order(id),
    })),
  },
  { label: 'Customers', hits: customers.map(({ id, name }) => ({ label: name, to: to.customer(id) })) },
  {
    label: 'Products',
    hits: products.map(({ upc, name, size }) => ({
      label: name,
      detail: [size, upc].filter(Boolean).join(' · '),
      to: to.product(upc),
    })),
  },
  {
    label: 'Acts',
    hits: can(person, 'orders.assign')
      ? orders
          .filter(({ id }) => orders.length <= ASSIGNABLE_ORDERS || String(id) === typed.trim())
          .map(({ id }) => ({ label: `Assign picker to order ${id}`, to: to.assignPicker(id) }))
      : [],
  },
]

/** Ctrl+K: opens any order, customer, product or screen by its name (decision 0120). */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { person } = useSignedIn()
  const id = useId()
  const go = useGo()
  const reachable = useServerReachable()
  const [typed, setTyped] = useState('')
  const { found, isSearching, problem } = useSearch(typed)
  const screens = useMemo(() => screensFor(person, reachable), [person, reachable])
  const groups = [
    ...screens.map(({ label, hits: ofGroup }) => ({
      label,
      hits: ofGroup.filter((hit) => holdsWords(hit.label, wordsOf(typed))),
    })),
    ...groupsOf(found, person, typed),
  ].filter(({ hits }) => hits.length > 0)
  const hits = groups.flatMap((group) => group.hits)

  // Marked by its address: a hit that is found above it later does not move the mark.
  const [marked, setMarked] = useState<string | null>(null)
  const at = Math.max(
    0,
    hits.findIndex((hit) => hrefOf(hit.to) === marked),
  )
  const optionId = (hit: Hit | undefined) => hit && `${id}${hrefOf(hit.to)}`

  function open(hit: Hit | undefined) {
    if (!hit) return
    onClose()
    go(hit.to)
  }
  // The hits on show are those of fewer letters until the search is done. Enter then waits for it, once.
  const isEntered = useRef(false)
  function enter() {
    if (isSearching && marked === null && !hits[at]?.isScreen) isEntered.current = true
    else open(hits[at])
  }
  const openEntered = useEffectEvent(() => {
    if (!isEntered.current) return
    isEntered.current = false
    open(hits[at])
  })
  useEffect(() => {
    if (!isSearching) openEntered()
  }, [isSearching])
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) isEntered.current = false
    if (event.key === 'Enter') enter()
    else if (step === undefined || hits.length === 0) return
    else {
      const next = hits[(at + step + hits.length) % hits.length]!
      setMarked(hrefOf(next.to))
      document.getElementById(optionId(next)!)?.scrollIntoView({ block: 'nearest' })
    }
    event.preventDefault()
  }

  return (
    <Modal title="Go to" onClose={onClose} size="search" hasNoHead>
      <TextInput
        data-autofocus
        size="lg"
        aria-label="Search"
        placeholder={reachable ? 'Order, customer, product or screen' : 'Order on this device, or screen'}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setMarked(null)
          isEntered.current = false
        }}
        onKeyDown={onKeyDown}
        maxLength={100}
        role="combobox"
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={optionId(hits[at])}
        aria-autocomplete="list"
      />
      <p role="status" className={classes.said}>
        {problem || (isSearching ? 'Searching…' : hits.length === 0 ? 'Nothing was found.' : '')}
      </p>
      <div id={`${id}list`} role="listbox" aria-label="Found" className={classes.list}>
        {groups.map(({ label, hits: ofGroup }) => (
          <div key={label} role="group" aria-labelledby={`${id}${label}`}>
            <div id={`${id}${label}`} role="presentation" className={classes.group}>
              {label}
            </div>
            {ofGroup.map((hit) => (
              // The field keeps the focus and receives the keys (combobox pattern).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={hrefOf(hit.to)}
                id={optionId(hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit === hits[at]}
                className={classes.hit}
                onClick={() => open(hit)}
              >
                <span>{hit.label}</span>
                {hit.detail && <span className={classes.detail}>{hit.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Modal>
  )
}
