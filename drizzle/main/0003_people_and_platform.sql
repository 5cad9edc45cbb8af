CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`person_id` integer NOT NULL,
	`person_name` text NOT NULL,
	`role` text NOT NULL,
	`ip` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`subject_label` text NOT NULL,
	`app_id` integer,
	`owner_id` integer,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_owner` ON `audit` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_person` ON `audit` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject_kind`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_app` ON `audit` (`app_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`max_applications` integer,
	`max_codes` integer,
	`max_devices` integer,
	`max_agents` integer,
	`valid_days` integer,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_name` ON `plans` (`name`);--> statement-breakpoint
CREATE TABLE `staff_roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`employer_id` integer NOT NULL,
	`name` text NOT NULL,
	`permissions` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_roles_employer_name` ON `staff_roles` (`employer_id`,`name`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_digest` text NOT NULL,
	`kind` text NOT NULL,
	`operator_id` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_digest_unique` ON `invitations` (`token_digest`);--> statement-breakpoint
CREATE INDEX `invitations_operator` ON `invitations` (`operator_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`operator_id` integer NOT NULL,
	`digest` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`operator_id`, `digest`),
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sign_ins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`at` integer NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_ins_operator` ON `sign_ins` (`operator_id`,`id`);--> statement-breakpoint
CREATE INDEX `sign_ins_at` ON `sign_ins` (`at`);--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`audience` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_starts` ON `announcements` (`starts_at`);--> statement-breakpoint
CREATE TABLE `certifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product` text NOT NULL,
	`url` text NOT NULL,
	`holder` text NOT NULL,
	`note` text NOT NULL,
	`expires_at` integer,
	`disabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certifications_product_url` ON `certifications` (`product`,`url`);--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `images_purpose` ON `images` (`purpose`,`created_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`columns` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`operator_id`,`list`,`name`);--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_appkey` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_appkey_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_rc4_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `previous_rc4_key_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `api_states` ADD `price_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `batches` ADD `unit` text;--> statement-breakpoint
ALTER TABLE `batches` ADD `amount` integer;--> statement-breakpoint
ALTER TABLE `batches` ADD `prefix` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `batches` ADD `agent_id` integer;--> statement-breakpoint
ALTER TABLE `devices` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `employer_id` integer REFERENCES operators(id);--> statement-breakpoint
ALTER TABLE `operators` ADD `staff_role_id` integer REFERENCES staff_roles(id);--> statement-breakpoint
ALTER TABLE `operators` ADD `plan_id` integer REFERENCES plans(id);--> statement-breakpoint
ALTER TABLE `operators` ADD `plan_ends_at` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_secret` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `operators` ADD `totp_last_step` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `operators` ADD `last_sign_in_at` integer;--> statement-breakpoint
CREATE INDEX `operators_role` ON `operators` (`role`,`id`);--> statement-breakpoint
CREATE INDEX `operators_employer` ON `operators` (`employer_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `handle` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `elevated_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `handle` = lower(hex(randomblob(16)));--> statement-breakpoint
CREATE TRIGGER `audit_is_never_changed` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;--> statement-breakpoint
CREATE TRIGGER `audit_is_never_deleted` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
