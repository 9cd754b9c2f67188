DROP INDEX "mutations_entity";--> statement-breakpoint
DROP INDEX "mutations_at";--> statement-breakpoint
CREATE INDEX "mutations_row" ON "mutations" USING btree (hashtextextended("entity_id", 0));--> statement-breakpoint
CREATE INDEX "mutations_order" ON "mutations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mutations_time" ON "mutations" USING brin ("at");