ALTER TABLE `sales` ADD `seats` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `risk_events_held` ON `risk_events` (`rule_id`) WHERE tell = 'held';