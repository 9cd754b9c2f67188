/** By upc, the lot that was saved last for a product, while the app is open. Most pieces of a pallet have the same lot. */
const lots = new Map<string, string>()

export const lastLotOf = (upc: string): string | null => lots.get(upc) ?? null
export const rememberLot = (upc: string, lot: string): void => void lots.set(upc, lot)
