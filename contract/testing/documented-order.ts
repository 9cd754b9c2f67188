/** An order of the fields that the documents list, and of no others (A149, B243). */
export const DOCUMENTED_ORDER = {
  id: 41,
  customer: 'lena',
  company_location: { id: 9, name: 'Slip 9', physical_address: { complete_address: '1 Dock Street' } },
  status: 'placed',
  status_label: 'Placed',
  created_date: '2026-11-20T10:00:00Z',
  placed_date: '2026-11-20',
  delivery_date: '2026-11-21',
  note: '',
  total: '12.50',
  invoice_total: null,
  picking_complete: false,
  picked_total: '0.00',
  paid_status: '',
  paid_status_label: '',
  invoiced: false,
}
