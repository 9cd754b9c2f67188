/** What one does on each screen, in two or three sentences, by the address of its route. It comes with the app, so it works offline. */
import { can, type Person } from '#contract/permissions.ts'

type Help = readonly string[] | ((person: Person | null) => readonly string[])

const ORDERS: Help = (person) => {
  if (can(person, 'orders.ask'))
    return [
      '“My usual” orders what you order most of the time, “Order again” your last order. “Create Orders” opens your lists.',
      'Open an order to see it, or to ask the office to change or cancel it until the cut-off.',
      'An order that you placed without a network waits here and is sent by itself.',
    ]
  if (can(person, 'orders.answer'))
    return [
      'Today and tomorrow are counted above the list. A button there narrows the list to what it counts.',
      'Choose several orders to assign a picker, or to open one pick list or scan for all of them.',
      'A search finds numbers, customers, states and days. “Save view” keeps what you search and filter.',
      'Requests of customers are above the list until you answer them.',
    ]
  return [
    'The list begins with today’s deliveries. “Continue” opens the order that you picked last.',
    'Open an order and press Scan. Everything works without a network and is sent by itself.',
  ]
}

const WAREHOUSES: Help = ['The warehouses. Open one to change its name, or how its receipts are read.']
const WAREHOUSE: Help = [
  'First the name, then the columns and unit types of its receipts. A known receipt format fills them in.',
]

export const HELP: Record<string, Help> = {
  '/': ORDERS,
  '/orders': ORDERS,
  '/order/$id': (person) =>
    can(person, 'orders.ask')
      ? [
          'This is what you ordered. After it is invoiced, its total opens the invoice.',
          '“Ask to change” and “Ask to cancel” reach the office until the cut-off. The answer is shown here.',
          '“Replicate Order” fills your cart with the same products.',
        ]
      : [
          '“Scan” and “PickList” open this order alone. “Generate Invoice” locks it.',
          'Change dates and note in place, then save.',
        ],
  '/invoices': [
    'Your invoices. “Open” shows those that are not paid.',
    'Choose several to pay them one after the other. “PDF” opens one to print or save.',
  ],
  '/order/$id/invoice': (person) =>
    can(person, 'orders.invoice')
      ? [
          '“Edit overrides” changes fees and prices of this invoice. “Regenerate” makes a new version from the order.',
          'A credit lowers it. “Ready for Payment” lets the customer pay online.',
          'The history lists each version, mail and payment.',
        ]
      : [
          'This is your invoice. “Pay Now” is here while it can be paid online.',
          '“PDF preview” prints or saves it. “Download CSV” is for a spreadsheet.',
        ],
  '/order/$id/invoice/revision/$revision': [
    'The invoice as it was issued then. Nothing can be changed here.',
    'The history of the present invoice leads to each version.',
  ],
  '/orders/add': [
    'Plus and minus put products into the cart; tap the number to type one. “last time” is what you ordered before.',
    'The buttons with categories jump to them. A search covers all of your lists.',
    'The foot shows until when you can order.',
  ],
  '/cart': [
    'Check the amounts, then press “Confirm order”: the next step asks where and when.',
    '“Save to Staged Order” puts the cart into an order that everybody of the location can add to and place.',
    'Without a network the order is kept on this device and sent by itself.',
  ],
  '/scan': [
    'Scan the barcode of the product in your hand. The screen shows the line that it counts for, and beeps when the scan is stored.',
    '“Undo” takes back a wrong scan. A quantity can be typed. A weight or lot is asked for where the product needs it.',
    'Save sends at once. Without a network everything waits on this device and is sent by itself.',
  ],
  '/scanner': [
    'Scan the codes on this page. It says whether the scanner and the camera are read correctly.',
    'Region, separator and glove size of this device are set here too.',
  ],
  '/sync': [
    'What was done on this device: waiting, sent, or refused with the reason.',
    'A refused change waits for you: try it again, or discard it. A conflict shows both values: choose one.',
  ],
  '/devices': [
    'Each device with its last report: what waits on it, its battery, its version.',
    'Give a device a name, so that people know which one is meant.',
  ],
  '/inventory': [
    'Every product with its price and stock. Open one to change it.',
    '“Import/Export” changes many products with a spreadsheet.',
  ],
  '/inventory/$id': [
    'This address comes from the earlier program. The inventory of all products is under Inventory.',
  ],
  '/inventory/bulk': [
    'Export writes the products of a warehouse to a spreadsheet. Import reads one and shows its rows before anything is saved.',
  ],
  '/product/add': ['Required fields are marked. Everything else can be added later.'],
  '/product/$upc': [
    'Change the fields and press Save.',
    'The tab “Fees” has the margins and surcharges of this product. “Price history” shows who changed a price.',
  ],
  '/product/$upc/fees': ['Margins and surcharges of this product, for all locations or for one.'],
  '/itemcodes': [
    'An item code groups products that can replace each other. Open one to give it a name and a picture.',
  ],
  '/itemcodes/$code': ['Name and picture of an item code, and the products that have it.'],
  '/recalls': [
    'A recalled lot must not leave the house. A picker who scans a piece of it is asked before it counts.',
    'Every device receives a recall at once, or as soon as it has a network.',
  ],
  '/heldPayments': [
    'Money that arrived online and does not match its invoice. Apply it to an order, or mark it as refunded.',
    'The list of disputes shows the day until which the bank waits for an answer.',
  ],
  '/reconciliation': [
    'What Stripe moved by day and payout, and what Larder has for the same day.',
    'A difference is money that one of the two does not know.',
  ],
  '/mail': [
    'Every mail with its state. Open one to read it.',
    'A mail that was refused, or perhaps sent, is sent again only from here.',
  ],
  '/settings': [
    'What the company settles for itself. Each setting is saved alone, takes effect at once, and can be undone.',
    '“Default” takes back what was set. Below each setting is who changed it last.',
    '“Send me a test” shows whether mails arrive.',
  ],
  '/operations': [
    '“What to do” lists each problem with its remedy. Below are the server, its jobs, and the devices that hold edits.',
  ],
  '/security': ['Who signed in, who was refused, and who changed rights, fees, prices and settings.'],
  '/openBalances': [
    'What each customer was invoiced, has paid, and owes. Overdue is what is open past the terms of the customer.',
    '“By invoice” lists the invoices themselves. Choose several to mark them as paid with one note.',
    '“Waiting credits” lists the credits that are on no invoice yet. One that was given by mistake is taken back there.',
  ],
  '/users': [
    'Everybody with an account. Open one to change the role, the locations or the rights.',
    '“Add User” makes an account.',
  ],
  '/user/add': ['Role and company decide what the person sees and may do.'],
  '/user/$id': ['Rights and locations of one person. An inactive account cannot sign in.'],
  '/orders/picklist': [
    'Choose days, customers and orders. “Bulk Pull” puts the same product of all orders into one line.',
    'Then open the pick list, or scan.',
  ],
  '/orders/picklist/details': [
    'One line for each product. “Picked” takes all of it; type a number where you found less.',
    'Each line has Out of Stock, Swap and Weight / Lot.',
    'Changes are stored on this device at once and sent every 15 seconds.',
  ],
  '/customers': ['Every customer location. Open one for its terms, fees and order lists.'],
  '/customer/add': ['Required fields are marked. Order lists and fees follow on their own tabs.'],
  '/customer/$id': [
    'At the top is what a customer who calls asks about, and “Order for”, which opens their order list.',
    'Below are address, terms of payment and mail addresses of this location.',
    'The tabs lead to its fees and order lists.',
  ],
  '/customer/$id/fees': ['Margins and surcharges of this location.'],
  '/customer/$id/orderlists': [
    'The lists from which this location orders. Drag products and categories into order, then save the list.',
  ],
  '/priceRefresh': ['Gives the chosen orders the prices of today. An invoiced order keeps its prices.'],
  '/reporting': ['Choose a report, days and a customer location, then press Export.'],
  '/figures': [
    'Sales, margins and picking of the delivery days that you choose.',
    'Each table is sorted by a press on its header, searched, and exported.',
    'A margin is shown where the receipts tell the cost of all that was sold of a product.',
  ],
  '/setup': WAREHOUSES,
  '/warehouse': WAREHOUSES,
  '/warehouses/add': WAREHOUSE,
  '/warehouse/add': WAREHOUSE,
  '/warehouse/$id': WAREHOUSE,
  '/orderlistPublic': [
    'Anybody who has its link can see one of these lists, without prices.',
    'Each list has its link, and a code to print.',
  ],
  '/orderlistPrototype': [
    'Every product with its order lists. Add a product to lists, or take it off, here.',
  ],
  '/printPicklists': [
    'Choose the orders of a day and print their pick lists.',
    'The tabs lead to merging, invoicing, mailing and exporting.',
  ],
  '/mergeOrders': [
    'Merges orders of one location into a base order, which keeps its number. Picked pieces are kept.',
  ],
  '/generateInvoices': [
    'Invoices the chosen orders one after the other. An order that cannot be invoiced is listed with the reason.',
  ],
  '/emailInvoices': ['Mails the invoices of a day to their customers, and lists those that were not sent.'],
  '/exportInvoices': [
    'Writes the invoices of a day to a file, or for QuickBooks. Invoices that changed after their export are listed.',
  ],
  '/receipt/upload': ['Reads a supplier’s receipt from a file. Choose the file, check its rows, and save.'],
  '/receiptDifference': [
    'Choose orders and receipts. What was ordered is compared with what arrived.',
    'Tick a difference that is not a mistake, and save, to ignore it.',
  ],
  '/missingItems': [
    'What was ordered in the compared orders and is on no receipt. Ticked rows are ignored when you save.',
  ],
}

/** Returns the help about a screen for this person; null where there is none. */
export function helpOf(path: string, person: Person | null): readonly string[] | null {
  const help = HELP[path.replace(/(?<=.)\/$/, '')]
  return typeof help === 'function' ? help(person) : (help ?? null)
}
