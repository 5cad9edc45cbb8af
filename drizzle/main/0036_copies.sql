CREATE TABLE `jobs` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`copy` text NOT NULL,
	`beats` integer DEFAULT 0 NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`done` integer NOT NULL,
	`total` integer NOT NULL,
	`skipped` integer NOT NULL,
	`operator_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`by` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`is_cancelled` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_id` ON `jobs` (`id`);--> statement-breakpoint
CREATE INDEX `jobs_running` ON `jobs` (`state`) WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE TABLE `replays` (
	`app_id` integer NOT NULL,
	`signature` text NOT NULL,
	`api` text NOT NULL,
	`answer` text,
	`until` integer NOT NULL,
	PRIMARY KEY(`app_id`, `signature`),
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `replays_until` ON `replays` (`until`);