CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`user` text NOT NULL,
	`password_hash` text NOT NULL,
	`qq` text NOT NULL,
	`name` text NOT NULL,
	`inviter_id` integer,
	`registration_ip` text NOT NULL,
	`vip` integer DEFAULT 0 NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`disable_reason` text DEFAULT '' NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`locked_until` integer DEFAULT 0 NOT NULL,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_app_user` ON `accounts` (`app_id`,`user`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_app_qq` ON `accounts` (`app_id`,`qq`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_app_ip` ON `accounts` (`app_id`,`registration_ip`) WHERE "accounts"."registration_ip" <> '';--> statement-breakpoint
CREATE INDEX `accounts_app_created` ON `accounts` (`app_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `bind_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`app_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`state` text NOT NULL,
	`open_id` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bind_codes_one_pending` ON `bind_codes` (`device_id`) WHERE "bind_codes"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `bind_codes_expires` ON `bind_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`password` text DEFAULT '' NOT NULL,
	`resolved_url` text DEFAULT '' NOT NULL,
	`resolved_at` integer,
	`resolve_error` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `files_app` ON `files` (`app_id`,`id`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`app_id` integer,
	`operator_id` integer,
	`open_id` text DEFAULT '' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`text` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_at`);--> statement-breakpoint
ALTER TABLE `applications` ADD `rsa_oaep` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `registration_interval` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `recharged_account_id` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `frozen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `state_reason` text DEFAULT '' NOT NULL;