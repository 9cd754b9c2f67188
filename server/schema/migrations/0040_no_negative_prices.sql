-- A negative price was accepted until now, and its invoice could not be exported. An order that is invoiced keeps its invoice's own copy.
UPDATE "order_items" SET "coupon_amount" = greatest("coupon_amount", 0), "estimated_price" = greatest("estimated_price", 0), "final_price" = greatest("final_price", 0) WHERE "coupon_amount" < 0 OR "estimated_price" < 0 OR "final_price" < 0;--> statement-breakpoint
-- Not validated: the rows above are changed already, and no lock is held while a large table is read.
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_prices" CHECK (coupon_amount >= 0 and estimated_price >= 0 and final_price >= 0) NOT VALID;--> statement-breakpoint
-- Not validated: a surcharge that takes something off stays until somebody changes it.
ALTER TABLE "fee_templates" ADD CONSTRAINT "fee_templates_surcharge" CHECK (kind <> 'surcharge' or amount >= 0) NOT VALID;
