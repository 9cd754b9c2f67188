-- A location that is given to another company leaves the devices of the one before, with its staged order, and comes to the other's.
CREATE FUNCTION moved_location() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_rows (entity, entity_id, company_id) VALUES ('companylocations', OLD.id::text, OLD.company_id);
  INSERT INTO gone_rows (entity, entity_id, company_id)
    SELECT 'sharedcartitems', s.id, OLD.company_id FROM shared_cart_items s WHERE s.company_location_id = OLD.id;
  UPDATE shared_cart_items SET unit_quantity = unit_quantity WHERE company_location_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER moved AFTER UPDATE ON company_locations FOR EACH ROW
  WHEN (OLD.company_id IS DISTINCT FROM NEW.company_id) EXECUTE FUNCTION moved_location();
