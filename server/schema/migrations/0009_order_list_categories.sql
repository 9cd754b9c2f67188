ALTER TABLE "order_lists" ADD COLUMN "category_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "order_lists" l SET "category_names" = (
  SELECT coalesce(array_agg(c.category_name ORDER BY c.first), '{}')
    FROM (SELECT category_name, min(position) AS first FROM "order_list_rows" WHERE order_list_id = l.id GROUP BY category_name) c
);
