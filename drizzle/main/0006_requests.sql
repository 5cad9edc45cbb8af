CREATE TABLE `reply_templates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reply_templates_operator` ON `reply_templates` (`operator_id`);--> statement-breakpoint
CREATE TABLE `requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`number` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`app_id` integer NOT NULL,
	`code_id` integer,
	`device_id` integer,
	`subject` text NOT NULL,
	`new_key` text DEFAULT '' NOT NULL,
	`old_machine` text DEFAULT '' NOT NULL,
	`freed_machine` text DEFAULT '' NOT NULL,
	`contact` text NOT NULL,
	`reason` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`ip` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`decided_by` integer,
	`decided_by_name` text DEFAULT '' NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`waived` integer DEFAULT false NOT NULL,
	`taken_seconds` integer DEFAULT 0 NOT NULL,
	`taken_uses` integer DEFAULT 0 NOT NULL,
	`reversed_at` integer,
	`reversed_by_name` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`code_id`) REFERENCES `codes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `requests_number` ON `requests` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `requests_open_code` ON `requests` (`code_id`) WHERE state = 'pending' AND code_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `requests_open_device` ON `requests` (`device_id`) WHERE state = 'pending' AND device_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `requests_state` ON `requests` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `requests_created` ON `requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `requests_app` ON `requests` (`app_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `requests_code` ON `requests` (`code_id`);--> statement-breakpoint
CREATE INDEX `requests_device` ON `requests` (`device_id`);--> statement-breakpoint
CREATE INDEX `requests_contact` ON `requests` (`contact`,`created_at`);--> statement-breakpoint
CREATE INDEX `requests_ip` ON `requests` (`ip`,`created_at`);--> statement-breakpoint
CREATE INDEX `requests_due` ON `requests` (`expires_at`) WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE `operators` ADD `qq` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `operators_qq` ON `operators` (`qq`) WHERE qq <> '';--> statement-breakpoint
ALTER TABLE `images` ADD `request_id` integer REFERENCES requests(id) ON DELETE cascade;--> statement-breakpoint
CREATE INDEX `images_request` ON `images` (`request_id`) WHERE request_id IS NOT NULL;