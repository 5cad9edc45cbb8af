CREATE TABLE `call_uses` (
	`app_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`calls` integer NOT NULL,
	`signed` integer NOT NULL,
	`encrypted` integer NOT NULL,
	`https` integer NOT NULL,
	`valued` integer NOT NULL,
	PRIMARY KEY(`app_id`, `hour`),
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
