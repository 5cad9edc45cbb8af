CREATE TABLE `channels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_id` integer NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`config` text NOT NULL,
	`min_level` text NOT NULL,
	`enabled` integer NOT NULL,
	`checked_at` integer,
	`last_error` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `channels_person` ON `channels` (`person_id`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `channel_id` integer;--> statement-breakpoint
CREATE INDEX `outbox_channel` ON `outbox` (`channel_id`,`id`) WHERE "outbox"."channel_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_channel_waiting` ON `outbox` (`channel_id`,`id`) WHERE "outbox"."state" = 'waiting' AND "outbox"."kind" = 'channel';