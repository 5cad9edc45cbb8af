ALTER TABLE "copies" ADD COLUMN "clock_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "copies" ADD COLUMN "contracts" bigint DEFAULT 0 NOT NULL;