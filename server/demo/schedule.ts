/** The schedule: which location has an order for which day, its length, and its progress. */
import { LOCATIONS, locationNamed, type DemoLocation } from './companies.ts'
import { productsOf } from './order-lists.ts'
import { random } from './random.ts'

export interface Scheduled {
  location: DemoLocation
  /** The delivery day, counted from today. The order is placed on `placed`, at a minute of that day. */
  day: number
  placed: number
  minute: number
  lines: number
  note: string
  work: 'done' | 'picking' | 'picked' | 'open'
  picker: string | null
}

/**
 * Today: location | lines | how far | who picks it. The largest order is untouched, lot-tracked and rich in weighed
 * lines, so that a person can pick it from the start.
 */
const TODAY = `
Ironbound Steakhouse Exchange Place | 58 | open |
Ironbound Steakhouse Newport | 44 | picking | picker
Ironbound Steakhouse Hoboken | 48 | open |
Harborside Main Kitchen | 52 | picking | picker2
Saint Anselm Residence | 36 | picked | picker
Gallo Pizzeria Newark Avenue | 40 | picked | picker2
Grove Street Bistro | 38 | picked | picker3
Osteria Marenna | 45 | picking | picker3
Van Vorst Brasserie | 42 | picking | picker
Blue Crab House | 34 | picking | picker2
Communipaw Diner | 32 | picking | picker3
Liberty Charter High School | 28 | open |
Slow Tide Grove Street | 18 | open |
Bright Table Commissary | 50 | open |
Hudson Street Tavern | 30 | open |
Lantern Noodle | 26 | open |
Cucina Amara | 35 | open |
Terrace at Port Imperial | 47 | open |
`
/** Tomorrow: location | lines | note. The brasserie forgot something and ordered again: a pair to merge. */
const TOMORROW = `
Ironbound Steakhouse Exchange Place | 54 |
Ironbound Steakhouse Newport | 50 |
Ironbound Steakhouse Weehawken | 46 |
Harborside Main Kitchen | 56 | Wedding party of 180
Harborside Rooftop Bar | 24 |
Gallo Pizzeria The Heights | 34 |
Gallo Pizzeria Bayonne | 30 |
Van Vorst Brasserie | 36 |
Van Vorst Brasserie | 8 | Forgot these last night, please put them on the same truck
Liberty Charter Elementary | 28 | Deliver before 7 am, ring at the kitchen door
Saint Anselm Care Center | 32 |
Little Lisbon | 40 |
Powerhouse Pizza | 33 |
Sixth Borough Burgers Hoboken | 27 |
Slow Tide Journal Square | 16 |
Palisade Grill | 38 |
`
/** Already placed for the day after the next two. */
const LATER = `
Marigold Events | 44 | Tasting for the gala
Bright Table Commissary | 36 |
Greenville Community Kitchen | 25 |
`

const DAYS_BACK = 90
const NOTES = [
  'Back door, ring twice',
  'No substitutions on the fish',
  'Please call before delivery',
  'Extra copy of the invoice for accounting',
  'Leave the dairy in the walk-in',
  'Loading dock closes at 11',
]
/** Returns whether no truck goes: on one day of seven, and never yesterday, so that the newest invoices can be seen. */
const isRestDay = (day: number) => (day + 4) % 7 === 0

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((text) => text.split('|').map((column) => column.trim()))

/** The whole schedule, in the order in which the orders were placed. */
export const SCHEDULE: readonly Scheduled[] = [...past(), ...present(), ...future()].sort(
  (a, b) => a.placed - b.placed || a.minute - b.minute || a.location.row.id - b.location.row.id,
)

/** Moves most times before six, the cut-off, because nearly all kitchens order until then. Some forget, and pay. */
function beforeCutoff(minute: number): number {
  return minute > 1_395 ? minute : 600 + Math.floor(((minute - 600) * 480) / 810)
}

function past(): Scheduled[] {
  const draw = random('schedule')
  const days = Array.from({ length: DAYS_BACK }, (_, at) => at - DAYS_BACK).filter((day) => !isRestDay(day))
  return days.flatMap((day) => {
    // the closed location still ordered in the first half
    const open = LOCATIONS.filter(({ row }) => row.active || day < -DAYS_BACK / 2)
    return draw
      .sample(open, draw.int(15, 18), ({ ordersAWeek }) => ordersAWeek)
      .map((location) => {
        const share = draw.int(30, 57)
        const lines = Math.round((productsOf(location.row.id).length * share) / 100)
        return {
          location,
          day,
          placed: day - draw.pick([1, 1, 1, 2]),
          minute: beforeCutoff(draw.int(600, 1_410)),
          lines: Math.min(60, Math.max(8, lines)),
          note: draw.chance(0.1) ? draw.pick(NOTES) : '',
          work: 'done' as const,
          picker: null,
        }
      })
  })
}

function present(): Scheduled[] {
  return rowsOf(TODAY).map(([name = '', lines, work, picker], at) => ({
    location: locationNamed(name),
    day: 0,
    placed: -1,
    minute: 800 + at * 12,
    lines: Number(lines),
    note: at % 5 === 3 ? (NOTES[at % NOTES.length] ?? '') : '',
    work: work as Scheduled['work'],
    picker: picker || null,
  }))
}

function future(): Scheduled[] {
  const open = { work: 'open', picker: null } as const
  const tomorrow = rowsOf(TOMORROW).map(([name = '', lines, note = ''], at) => ({
    location: locationNamed(name),
    day: 1,
    // half of the kitchens order after they close, in the first hour of the day
    placed: at % 2 === 0 ? -1 : 0,
    minute: at % 2 === 0 ? 1_330 + at * 5 : 4 + at * 4,
    lines: Number(lines),
    note,
    ...open,
  }))
  const later = rowsOf(LATER).map(([name = '', lines, note = ''], at) => ({
    location: locationNamed(name),
    day: 3,
    placed: -1,
    minute: 700 + at * 45,
    lines: Number(lines),
    note,
    ...open,
  }))
  return [...tomorrow, ...later]
}
