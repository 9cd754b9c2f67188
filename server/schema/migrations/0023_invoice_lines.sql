-- Invoices that were made before they had a copy get their lines out of their order, which has been locked since: goods alone,
-- with neither tax nor surcharges, and the sums stay as they are (docs/decisions/0106).
WITH picked AS (
  SELECT i.*, p.name, p.item_code, p.units_per_case, p.display_units_per_case_on_invoice,
         i.price_snapshot ->> 'weight_type' AS weight_type,
         i.price_snapshot ->> 'unit_price_per_lb' AS unit_per_lb, i.price_snapshot ->> 'case_price_per_lb' AS case_per_lb,
         coalesce((i.price_snapshot ->> 'average_unit_weight')::numeric, 0) AS unit_average,
         coalesce((i.price_snapshot ->> 'average_case_weight')::numeric, 0) AS case_average,
         u.weights AS u_weights, u.lbs AS u_lbs, c.weights AS c_weights, c.lbs AS c_lbs,
         u.lots AS u_lots, c.lots AS c_lots
    FROM order_items i
    JOIN invoices v ON v.order_id = i.order_id AND v.document IS NULL
    JOIN products p ON p.upc = i.product
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT jsonb_agg(w.weight_lbs::text ORDER BY w.id) FROM (
               SELECT s.id, s.weight_lbs FROM order_subitems s WHERE s.order_item_id = i.id AND s.unit_type = 'u'
                  AND s.weight_lbs IS NOT NULL ORDER BY s.id LIMIT i.unit_quantity) w), '[]') AS weights,
             coalesce((SELECT sum(w.weight_lbs) FROM (
               SELECT s.weight_lbs FROM order_subitems s WHERE s.order_item_id = i.id AND s.unit_type = 'u'
                  AND s.weight_lbs IS NOT NULL ORDER BY s.id LIMIT i.unit_quantity) w), 0) AS lbs,
             coalesce((SELECT jsonb_agg(DISTINCT s.lot_code) FROM order_subitems s
                WHERE s.order_item_id = i.id AND s.unit_type = 'u' AND s.lot_code IS NOT NULL), '[]') AS lots
    ) u
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT jsonb_agg(w.weight_lbs::text ORDER BY w.id) FROM (
               SELECT s.id, s.weight_lbs FROM order_subitems s WHERE s.order_item_id = i.id AND s.unit_type = 'c'
                  AND s.weight_lbs IS NOT NULL ORDER BY s.id LIMIT i.case_quantity) w), '[]') AS weights,
             coalesce((SELECT sum(w.weight_lbs) FROM (
               SELECT s.weight_lbs FROM order_subitems s WHERE s.order_item_id = i.id AND s.unit_type = 'c'
                  AND s.weight_lbs IS NOT NULL ORDER BY s.id LIMIT i.case_quantity) w), 0) AS lbs,
             coalesce((SELECT jsonb_agg(DISTINCT s.lot_code) FROM order_subitems s
                WHERE s.order_item_id = i.id AND s.unit_type = 'c' AND s.lot_code IS NOT NULL), '[]') AS lots
    ) c
   WHERE NOT i.out_of_stock AND i.unit_quantity + i.case_quantity > 0
), weighed AS (
  SELECT p.*,
         CASE WHEN p.unit_per_lb IS NULL OR p.weight_type = '' THEN NULL
              WHEN p.weight_type = 'fix' THEN p.unit_quantity * p.unit_average
              ELSE p.u_lbs + greatest(0, p.unit_quantity - jsonb_array_length(p.u_weights)) * p.unit_average END AS unit_lbs,
         CASE WHEN p.case_per_lb IS NULL OR p.weight_type = '' THEN NULL
              WHEN p.weight_type = 'fix' THEN p.case_quantity * p.case_average
              ELSE p.c_lbs + greatest(0, p.case_quantity - jsonb_array_length(p.c_weights)) * p.case_average END AS case_lbs
    FROM picked p
), lines AS (
  SELECT w.order_id, jsonb_agg(jsonb_build_object(
           'id', w.id, 'product', w.product, 'item_code', w.item_code, 'name', w.name,
           'unit_quantity', w.unit_quantity, 'case_quantity', w.case_quantity,
           'unit_price', CASE WHEN coalesce(w.unit_lbs, w.case_lbs) IS NULL THEN w.price_per_unit::text
                              ELSE coalesce(w.unit_per_lb, w.price_per_unit::text) END,
           'case_price', CASE WHEN coalesce(w.unit_lbs, w.case_lbs) IS NULL THEN w.price_per_case::text
                              ELSE coalesce(w.case_per_lb, w.price_per_case::text) END,
           -- What a coupon that took all of it had taken off is not known any more.
           'coupon_amount', CASE WHEN w.final_price > 0 THEN w.coupon_amount ELSE 0.00 END::numeric(14, 2)::text,
           'coupon_note', w.coupon_note,
           'total', CASE WHEN w.final_price > 0 THEN w.final_price + w.coupon_amount ELSE 0.00 END::numeric(14, 2)::text,
           'taxable', w.taxable, 'weighable', coalesce(w.unit_lbs, w.case_lbs) IS NOT NULL,
           'units_per_case', w.units_per_case,
           'display_units_per_case_on_invoice', w.display_units_per_case_on_invoice,
           'subitem_weights', CASE WHEN w.weight_type = 'r/w' THEN jsonb_build_object('u', w.u_weights, 'c', w.c_weights)
                                   ELSE '{"u": [], "c": []}' END,
           'subitem_lot_codes', jsonb_build_object('u', w.u_lots, 'c', w.c_lots),
           'unit_weight_lbs', w.unit_lbs::numeric(14, 3)::text, 'case_weight_lbs', w.case_lbs::numeric(14, 3)::text,
           'catch_weight_lbs', CASE WHEN coalesce(w.unit_lbs, w.case_lbs) IS NULL THEN NULL
                                    ELSE (coalesce(w.unit_lbs, 0) + coalesce(w.case_lbs, 0))::numeric(14, 3)::text END,
           'surcharges', '[]'::jsonb) ORDER BY w.id) AS items
    FROM weighed w GROUP BY w.order_id
)
UPDATE invoices v SET document = jsonb_build_object(
         'company_location_name', l.name,
         'bill_to_address', coalesce(nullif(concat_ws(', ', nullif(l.billing_address ->> 'address_line1', ''),
            nullif(l.billing_address ->> 'address_line2', ''), nullif(l.billing_address ->> 'city', ''),
            nullif(concat_ws(' ', nullif(l.billing_address ->> 'state', ''), nullif(l.billing_address ->> 'zip', '')), '')), ''),
            l.complete_address),
         'ship_to_address', l.complete_address, 'tax_rate', '0',
         'items', coalesce((SELECT items FROM lines WHERE lines.order_id = v.order_id), '[]'))
  FROM orders o JOIN company_locations l ON l.id = o.company_location_id
 WHERE o.id = v.order_id AND v.document IS NULL;
--> statement-breakpoint
-- A line's total is before its coupon from now on, and a coupon counts below an override too: so where a price was set over a
-- line its coupon, which was in that price, goes. A surcharge of before keeps its amount, whatever its item costs. How a line was
-- computed is read from the order as it was locked; the sums stay as they are.
UPDATE invoices v SET document = jsonb_set(v.document, '{items}', (
  SELECT coalesce(jsonb_agg(
           e.item || jsonb_build_object(
             'coupon_note', coalesce(e.item ->> 'coupon_note', i.coupon_note, ''),
             'weight_type', coalesce(i.price_snapshot ->> 'weight_type', ''),
             'at_average', CASE WHEN i.price_snapshot ->> 'weight_type' = 'r/w' THEN jsonb_build_object(
                 'u', CASE WHEN e.item ->> 'unit_weight_lbs' IS NULL THEN 0 ELSE
                      greatest(0, (e.item ->> 'unit_quantity')::int - jsonb_array_length(e.item #> '{subitem_weights,u}')) END,
                 'c', CASE WHEN e.item ->> 'case_weight_lbs' IS NULL THEN 0 ELSE
                      greatest(0, (e.item ->> 'case_quantity')::int - jsonb_array_length(e.item #> '{subitem_weights,c}')) END)
               ELSE '{"u": 0, "c": 0}' END,
             'surcharges', (SELECT coalesce(jsonb_agg(
                 s.surcharge || jsonb_build_object('type', 'f', 'amount', s.surcharge ->> 'unit_price') ORDER BY s.n), '[]')
               FROM jsonb_array_elements(e.item -> 'surcharges') WITH ORDINALITY AS s(surcharge, n)))
           || CASE WHEN e.item ? 'coupon_note' THEN '{}'
                   WHEN v.overrides -> 'items' ? (e.item ->> 'id') OR (e.item ->> 'total')::numeric = 0
                     THEN '{"coupon_amount": "0.00"}'
                   ELSE jsonb_build_object('total', ((e.item ->> 'total')::numeric
                     + coalesce((e.item ->> 'coupon_amount')::numeric, 0))::numeric(14, 2)::text) END
           ORDER BY e.n), '[]')
    FROM jsonb_array_elements(v.document -> 'items') WITH ORDINALITY AS e(item, n)
    LEFT JOIN order_items i ON i.id = (e.item ->> 'id')::uuid));
--> statement-breakpoint
-- Whether a price was set by hand: where the line's weights and prices do not come to its total.
UPDATE invoices v SET document = jsonb_set(v.document, '{items}', (
  SELECT coalesce(jsonb_agg(e.item || jsonb_build_object('by_hand', (e.item ->> 'total')::numeric <> round(
           (e.item ->> 'unit_price')::numeric * coalesce((e.item ->> 'unit_weight_lbs')::numeric, (e.item ->> 'unit_quantity')::numeric)
         + (e.item ->> 'case_price')::numeric * coalesce((e.item ->> 'case_weight_lbs')::numeric, (e.item ->> 'case_quantity')::numeric),
           2)) ORDER BY e.n), '[]')
    FROM jsonb_array_elements(v.document -> 'items') WITH ORDINALITY AS e(item, n)));
--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "document" SET NOT NULL;
