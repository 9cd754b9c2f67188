import type { OfficeProduct, SupplierFields } from '#contract/products/office.ts'
import classes from './products.module.css'

const LABELS: Record<keyof SupplierFields, string> = {
  category_id: 'Category id',
  primary_upc: 'Primary UPC',
  sales_ranking: 'Sales ranking',
  seasonal: 'Seasonal',
  special_order_item: 'Special order item',
  temporarly_unavailable: 'Temporarily unavailable',
  pending_deletion: 'Pending deletion',
  new_status: 'New',
  on_sale: 'On sale',
  reorder: 'Reorder',
  tag_main_description: 'Tag, main description',
  tag_secondary_description: 'Tag, secondary description',
}

function say(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === null || value === '' ? '–' : String(value)
}

/** C140, C149: what the supplier says of a product, and who keeps it. Nothing of it can be changed here. */
export function SupplierFacts({ product }: { product: OfficeProduct }) {
  const facts: [string, string][] = [
    ['Managed by a supplier’s feed', say(product.api_managed)],
    ['Supplier’s feed', say(product.api_manager)],
    ['Overrides in use', say(product.use_override)],
    ...(Object.keys(LABELS) as (keyof SupplierFields)[]).map((field): [string, string] => [
      LABELS[field],
      say(product[field]),
    ]),
  ]
  return (
    <section aria-label="From the supplier" className={classes.supplier}>
      <h3>From the supplier</h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
