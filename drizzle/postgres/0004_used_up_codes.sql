DROP INDEX "codes_app_used_up";--> statement-breakpoint
DROP INDEX "codes_agent_used_up";--> statement-breakpoint
-- A login then finds room for the code's new row in the same page. The next statement writes all rows anew.
ALTER TABLE "codes" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "is_used_up" boolean GENERATED ALWAYS AS ("left" <= 0) STORED;--> statement-breakpoint
CREATE INDEX "codes_app_used_up" ON "codes" USING btree ("app_id","id") WHERE recycled_at IS NULL AND is_used_up;--> statement-breakpoint
CREATE INDEX "codes_agent_used_up" ON "codes" USING btree ("agent_id","id") WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND is_used_up;
