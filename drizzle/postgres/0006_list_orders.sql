-- Lists of a type or a state in the order of ends (schema/codes.ts). None is written by the login of a used code. Logins
-- wait while they are made, unless somebody made them before with CREATE INDEX CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "codes_app_type_ends" ON "codes" USING btree ("app_id","type",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "codes_app_unused_ends" ON "codes" USING btree ("app_id",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL AND use_time IS NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "codes_app_used_up_ends" ON "codes" USING btree ("app_id",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL AND is_used_up;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "codes_agent_type_ends" ON "codes" USING btree ("agent_id","type",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL AND agent_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "codes_agent_unused_ends" ON "codes" USING btree ("agent_id",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND use_time IS NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "codes_agent_used_up_ends" ON "codes" USING btree ("agent_id",coalesce("end_time", -1),"id") WHERE recycled_at IS NULL AND agent_id IS NOT NULL AND is_used_up;