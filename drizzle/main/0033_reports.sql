CREATE TABLE `device_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`at` integer NOT NULL,
	`what` text NOT NULL,
	`by` text NOT NULL,
	`value` integer,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_events_device` ON `device_events` (`device_id`,`at`);--> statement-breakpoint
CREATE INDEX `device_events_at` ON `device_events` (`at`);--> statement-breakpoint
CREATE TABLE `device_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`written_at` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_notes_device` ON `device_notes` (`device_id`,`at`);--> statement-breakpoint
CREATE TABLE `report_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`token_digest` text NOT NULL,
	`heading` text NOT NULL,
	`from_at` integer NOT NULL,
	`to_at` integer,
	`content` text,
	`views` integer DEFAULT 0 NOT NULL,
	`last_viewed_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_links_token_digest_unique` ON `report_links` (`token_digest`);--> statement-breakpoint
CREATE INDEX `report_links_device` ON `report_links` (`device_id`,`id`);--> statement-breakpoint
CREATE INDEX `report_links_end` ON `report_links` (`expires_at`);