/** The lot that was saved last of each product, while the app is open: most pieces of a pallet have the same. By upc. */
const lots = new Map<string, string>()

export const lastLotOf = (upc: string): string | null => lots.get(upc) ?? null
export const rememberLot = (upc: string, lot: string): void => void lots.set(upc, lot)
