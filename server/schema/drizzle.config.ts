import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/schema/people.ts',
    './server/schema/products.ts',
    './server/schema/orders.ts',
    './server/schema/ordering.ts',
    './server/schema/fees.ts',
    './server/schema/receipts.ts',
    './server/schema/settings.ts',
    './server/schema/payments.ts',
    './server/schema/ledger.ts',
    './server/schema/mails.ts',
    './server/schema/sync.ts',
    './server/schema/demo.ts',
    './server/schema/security.ts',
    './server/schema/price-changes.ts',
    './server/schema/second-factor.ts',
  ],
  out: './server/schema/migrations',
})
