/** `/inventory/bulk` (C008): a warehouse's inventory out to a file and back in. */
export { InventoryBulkScreen as default } from '#features/inventory/InventoryBulkScreen.tsx'
