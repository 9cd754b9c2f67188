CREATE TABLE "demo_rows" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "demo_rows_table_name_key_pk" PRIMARY KEY("table_name","key")
);
--> statement-breakpoint
-- Demo data that an earlier release made: every one of them numbered its rows from the beginning, and the counts never changed.
INSERT INTO "demo_rows" ("table_name", "key")
SELECT made.table_name, made.key FROM (
	SELECT 'users' AS table_name, id::text AS key FROM users WHERE id <= 38
	UNION ALL SELECT 'companies', id::text FROM companies WHERE id <= 28
	UNION ALL SELECT 'company_locations', id::text FROM company_locations WHERE id <= 46
	UNION ALL SELECT 'products', upc FROM products WHERE upc ~ '^[19]?0?614141[0-9]{6}$'
	UNION ALL SELECT 'order_lists', id::text FROM order_lists WHERE id <= 49
	UNION ALL SELECT 'warehouses', id::text FROM warehouses WHERE id <= 4
	UNION ALL SELECT 'fee_templates', id::text FROM fee_templates WHERE id <= 27
	UNION ALL SELECT 'orders', id::text FROM orders WHERE id BETWEEN 20401 AND 21700
	UNION ALL SELECT 'receipts', id::text FROM receipts WHERE id <= 12 AND description LIKE '% for order 2____'
	UNION ALL SELECT 'supplier_invoices', id::text FROM supplier_invoices WHERE id <= 9
	UNION ALL SELECT 'payments', p.id::text FROM payments p LEFT JOIN payments debit ON debit.id = p.reverses
		WHERE p.order_id BETWEEN 20401 AND 21700
			AND (p.intent_id LIKE 'pi_demo_%' OR debit.intent_id LIKE 'pi_demo_%' OR p.note = 'Check 1042')
	UNION ALL SELECT 'invoice_credits', id::text FROM invoice_credits
		WHERE id <= 2 AND reason IN ('Two pieces came damaged', 'The wrong cut was delivered')
	UNION ALL SELECT 'invoice_history', id::text FROM invoice_history
		WHERE id <= 2 AND (detail LIKE '%Two pieces came damaged' OR detail LIKE '%The wrong cut was delivered')
) made WHERE EXISTS (SELECT FROM facts WHERE key = 'demo');
