CREATE TABLE `messenger_events` (
	`key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `messenger_events_at` ON `messenger_events` (`at`);--> statement-breakpoint
ALTER TABLE `operators` ADD `notices` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `purpose` text DEFAULT 'request' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `device_id` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `parcel` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_app` ON `outbox` (`app_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_app_purpose` ON `outbox` (`app_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_device` ON `outbox` (`device_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_parcel` ON `outbox` (`parcel`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`kind`,`app_id`,`open_id`,`id`) WHERE "outbox"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `outbox_dead` ON `outbox` (`app_id`,`operator_id`) WHERE "outbox"."state" = 'dead';--> statement-breakpoint
CREATE INDEX `outbox_sent` ON `outbox` (`sent_at`) WHERE "outbox"."sent_at" IS NOT NULL;--> statement-breakpoint
UPDATE `outbox` SET `purpose` = CASE WHEN `kind` = 'mail' THEN 'violation' WHEN `key` LIKE 'rebound:%' THEN 'rebound' ELSE 'request' END;--> statement-breakpoint
UPDATE `applications` SET `mt5` = json_set(`mt5`, '$.silenceAlert', 0, '$.closeOverdueAlert', json('true'), '$.bridge', json('false'), '$.bindApproval', json('false'));
