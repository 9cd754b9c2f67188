CREATE INDEX "refresh_tokens_parent" ON "refresh_tokens" USING btree ("parent_hash");--> statement-breakpoint
CREATE INDEX "gone_rows_time" ON "gone_rows" USING brin ("at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION security_events_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A month goes to a file before it goes from here (server/housekeeping/archive.ts).
  IF TG_OP = 'DELETE' AND current_setting('larder.archives', true) = 'on' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'security_events only grows: % is refused', lower(TG_OP);
END $$;
--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES ('keep_history_months', '24');
