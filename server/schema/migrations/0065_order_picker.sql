ALTER TABLE "orders" ADD COLUMN "picker_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_picker_id_users_id_fk" FOREIGN KEY ("picker_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_picker" ON "orders" USING btree ("picker_id");--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("delivery_date","id") WHERE "orders"."picker_id" is null and not "orders"."picking_complete" and not "orders"."invoiced";