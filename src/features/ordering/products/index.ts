/** A product where it is ordered: name, stock, price, stepper and its dialogs. */
export { packing, type ProductActs, ProductName, ProductStock, Sold } from './ProductParts.tsx'
export { type OnAmount, PiecePrice, Stepper, UNIT_WORD } from './Quantities.tsx'
export { useProductDialogs } from './use-product-dialogs.tsx'
export { lastAmount, useOrderedLately, useUsual } from './use-usual.ts'
