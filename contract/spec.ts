/**
 * The numbers that the specification states, each with its unit in the name and the row that states it. A number that
 * has no row here is a developer's choice and belongs beside the code that made it.
 */

/** A191: the scan screen sends changes every 5 s. Storing never waits for it. */
export const SCAN_AUTOSAVE_MS = 5_000
/** A192: the pick list details send changes every 15 s. */
export const PICK_LIST_AUTOSAVE_MS = 15_000
/** B146: a staged order is sent a second after its last change. */
export const STAGED_AUTOSAVE_MS = 1_000
/** A285: product lookups by upc go out in batches of 100. */
export const PRODUCT_BATCH = 100
/** A338: searches wait 300 ms for the next key. */
export const SEARCH_DEBOUNCE_MS = 300
/** A071, A244: a search needs three characters. */
export const SEARCH_MIN_CHARACTERS = 3
/** A339: the page sizes that a table offers. */
export const PAGE_SIZES = [25, 75, 100, 1000] as const
/** A340: the page size of a table with an endpoint whose label is not "Order List". */
export const PAGE_SIZE_DEFAULT = 100
/** A340: the page size of a table labelled "Order List", or without an endpoint. */
export const PAGE_SIZE_ORDER_LIST = 1000
/** A341: a table is at most 600 px high and scrolls inside. */
export const TABLE_MAX_HEIGHT_PX = 600
/** A343: every snackbar stays for 2 s. */
export const SNACKBAR_MS = 2_000
/** A052: the scan table repeats its header every 10 rows. */
export const SCAN_HEADER_EVERY_ROWS = 10
/** A061: the image types that the preview opens. */
export const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'png'] as const
/** A101: the warehouses that "Filter locations" offers, in this order. */
export const FILTER_WAREHOUSES = [3, 4, 2] as const
/** A348: the theme's primary colour. */
export const PRIMARY_COLOUR = '#a13127'
/** C034: the navigation drawer's width. */
export const DRAWER_WIDTH_PX = 240
/** B284: the width of modals. */
export const MODAL_WIDTH_PX = 400

/**
 * C387, C391: the warehouse of the outside supplier's goods. Its receipts are stored with it. No person can choose
 * it.
 */
export const SUPPLIER_WAREHOUSE = 2
/**
 * C392, C393: the supplier's depot. The upload of a receipt chooses its warehouse by this name. The distributor
 * collects what it buys there itself.
 */
export const SUPPLIER_DEPOT_NAME = 'Head office'
/** C262: the largest price margin, and its step. */
export const PRICE_MARGIN_MAX = 2
export const PRICE_MARGIN_STEP = 0.01
/** C396: the initial price margin of the receipt difference. */
export const PRICE_MARGIN_DEFAULT = 0.2

/** Pull scope (architecture, "Settled"): orders delivered from 7 days back … */
export const PULL_DAYS_BACK = 7
/** … to 14 days ahead are kept on the device. */
export const PULL_DAYS_AHEAD = 14
