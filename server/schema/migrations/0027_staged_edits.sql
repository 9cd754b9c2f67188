CREATE TABLE "staged_takings" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"company_location_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shared_cart_items" DROP CONSTRAINT "shared_cart_items_product";--> statement-breakpoint
-- A staged product is named by its location and code: two devices that stage the same one mean the same row.
ALTER TABLE "shared_cart_items" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "id" text PRIMARY KEY GENERATED ALWAYS AS (company_location_id::text || '-' || upc) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "staged_takings" ADD CONSTRAINT "staged_takings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_takings" ADD CONSTRAINT "staged_takings_company_location_id_company_locations_id_fk" FOREIGN KEY ("company_location_id") REFERENCES "public"."company_locations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staged_takings" ADD CONSTRAINT "staged_takings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staged_takings_location" ON "staged_takings" USING btree ("company_location_id","order_id");--> statement-breakpoint
CREATE INDEX "shared_cart_items_location" ON "shared_cart_items" USING btree ("company_location_id");--> statement-breakpoint
-- Staged orders are synced from now on.
CREATE TRIGGER synced BEFORE UPDATE ON shared_cart_items FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON shared_cart_items FOR EACH ROW EXECUTE FUNCTION gone_row('sharedcartitems', 'id', '');
