-- `array_to_string` is not said to be immutable, as it may print other types by settings; of texts it is.
CREATE FUNCTION text_of(texts text[]) RETURNS text LANGUAGE sql IMMUTABLE RETURN array_to_string(texts, ' ');
--> statement-breakpoint
DROP INDEX "order_items_order";--> statement-breakpoint
DROP INDEX "order_subitems_order";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "search" text GENERATED ALWAYS AS ("mails"."subject" || ' ' || "mails"."to_address" || ' ' || text_of("mails"."cc") || ' ' || coalesce("mails"."order_id"::text, '') || ' ' || "mails"."server_said") STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "search" text GENERATED ALWAYS AS ("security_events"."username" || ' ' || "security_events"."about" || ' ' || "security_events"."details" || ' ' || "security_events"."address" || ' ' || "security_events"."request_id") STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "security_events_search" ON "security_events" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_subitems_order" ON "order_subitems" USING btree ("order_id","id");