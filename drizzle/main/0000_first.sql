CREATE TABLE `applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`appkey` text NOT NULL,
	`rc4_key` text NOT NULL,
	`free_mode` integer NOT NULL,
	`version` text NOT NULL,
	`version_info` text NOT NULL,
	`app_update_show` text NOT NULL,
	`app_update_url` text NOT NULL,
	`app_update_must` text NOT NULL,
	`app_gg` text NOT NULL,
	`mi_type` integer NOT NULL,
	`encrypt` integer NOT NULL,
	`sign` integer NOT NULL,
	`sign_order` text NOT NULL,
	`window` integer NOT NULL,
	`envelope` text NOT NULL,
	`language` text NOT NULL,
	`data_urldecode` integer NOT NULL,
	`device_check` integer NOT NULL,
	`ip_check` integer NOT NULL,
	`unbind` text NOT NULL,
	`pay` text NOT NULL,
	`mt5` text NOT NULL,
	`scripts` text NOT NULL,
	`rsa_private_key` text NOT NULL,
	`api_total` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `applications_owner` ON `applications` (`owner_id`);--> statement-breakpoint
CREATE TABLE `api_states` (
	`api` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `grants` (
	`app_id` integer NOT NULL,
	`api` text NOT NULL,
	`granted` integer NOT NULL,
	`expires_at` integer,
	`sign` integer,
	PRIMARY KEY(`app_id`, `api`),
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`type` text NOT NULL,
	`seconds` integer NOT NULL,
	`left` integer,
	`count` integer NOT NULL,
	`note` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `batches_app` ON `batches` (`app_id`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`kami` text NOT NULL,
	`type` text NOT NULL,
	`seconds` integer NOT NULL,
	`left` integer,
	`markcode` text DEFAULT '' NOT NULL,
	`ip` text DEFAULT '' NOT NULL,
	`use_time` integer,
	`end_time` integer,
	`unbinds` integer DEFAULT 0 NOT NULL,
	`last_unbind` integer,
	`disabled` integer DEFAULT false NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`agent_id` integer,
	`batch_id` integer,
	`account_key` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`recycled_at` integer,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`batch_id`) REFERENCES `batches`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "codes_left" CHECK("codes"."left" IS NULL OR "codes"."left" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_app_kami` ON `codes` (`app_id`,`kami`);--> statement-breakpoint
CREATE INDEX `codes_agent` ON `codes` (`agent_id`);--> statement-breakpoint
CREATE INDEX `codes_batch` ON `codes` (`batch_id`);--> statement-breakpoint
CREATE TABLE `commands` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`device_id` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`delivered_at` integer,
	`delivered_ip` text DEFAULT '' NOT NULL,
	`delivered_positions` real,
	`confirmed_at` integer,
	`overdue_at` integer,
	`overdue_positions` real,
	`withdrawn_at` integer,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `commands_device` ON `commands` (`device_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `commands_one_asked` ON `commands` (`device_id`) WHERE "commands"."state" = 'asked';--> statement-breakpoint
CREATE INDEX `commands_open` ON `commands` (`state`) WHERE "commands"."state" IN ('asked', 'delivered', 'overdue');--> statement-breakpoint
CREATE TABLE `devices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`account_key` text NOT NULL,
	`label` text DEFAULT '' NOT NULL,
	`license` text DEFAULT '' NOT NULL,
	`buy_url` text DEFAULT '' NOT NULL,
	`agent_id` integer,
	`vip` integer NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`disable_reason` text DEFAULT '' NOT NULL,
	`debug` integer DEFAULT false NOT NULL,
	`pause_open` integer DEFAULT false NOT NULL,
	`pause_add` integer DEFAULT false NOT NULL,
	`messenger_open_id` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`agent_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_app_account` ON `devices` (`app_id`,`account_key`);--> statement-breakpoint
CREATE INDEX `devices_agent` ON `devices` (`agent_id`);--> statement-breakpoint
CREATE TABLE `operators` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text NOT NULL,
	`banned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `operators_name` ON `operators` (`name`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_digest` text PRIMARY KEY NOT NULL,
	`operator_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_operator` ON `sessions` (`operator_id`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`name` text NOT NULL,
	`ip` text NOT NULL,
	`count` integer NOT NULL,
	`locked_until` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`name`, `ip`)
);
--> statement-breakpoint
CREATE TABLE `meta` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
