CREATE TABLE `import_items` (
	`import_id` integer NOT NULL,
	`item_id` integer NOT NULL,
	`mark` text NOT NULL,
	`before` text,
	PRIMARY KEY(`import_id`, `item_id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`app_id` integer NOT NULL,
	`file` text NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`made` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`restored` integer DEFAULT 0 NOT NULL,
	`undone_by` text DEFAULT '' NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imports_app` ON `imports` (`app_id`);