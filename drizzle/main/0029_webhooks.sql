CREATE TABLE `webhook_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`webhook_id` integer NOT NULL,
	`event` text NOT NULL,
	`app_id` integer,
	`data` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`first_at` integer,
	`last_at` integer,
	`next_at` integer NOT NULL,
	`took_ms` integer,
	`status` integer,
	`error` text DEFAULT '' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_event` ON `webhook_deliveries` (`event_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_log` ON `webhook_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`next_at`) WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_failed` ON `webhook_deliveries` (`webhook_id`,`id`) WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_created` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`app_id` integer,
	`state` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text DEFAULT '' NOT NULL,
	`previous_until` integer,
	`failing_since` integer,
	`suspended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_id`);--> statement-breakpoint
CREATE INDEX `webhooks_app` ON `webhooks` (`app_id`);